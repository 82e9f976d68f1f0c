import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import { formatCents } from '#domain/money.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { owingQuery } from './calls.queries.ts'
import styles from './what-i-owe.module.css'

/** On the dashboard: each call that the person has not paid. Nothing is shown while nothing is owed. */
export function WhatIOwe({ userId }: { userId: string }) {
  const { data: owing = [] } = useQuery(owingQuery(userId))
  if (owing.length === 0) return null
  return (
    <Card className={styles.root} aria-label="What I owe">
      <h2 className="label">What I owe</h2>
      <ul className="num">
        {owing.map(({ callId, circle, number, openCents, dueDay, isOverdue }) => (
          <li key={callId}>
            <span className={styles.words}>
              <span className={styles.sum}>{formatCents(openCents)}</span>
              <span className="sub">
                <b>Call {number}</b>, <bdi>{circle.title}</bdi> ·{' '}
                <span data-overdue={isOverdue}>
                  {isOverdue ? 'was due' : 'due'} {formatCalendarDay(dueDay, 'short')}
                </span>
              </span>
            </span>
            <ActionButton
              variant="light"
              to={paths.circleCall(circle._id, callId)}
              aria-label={`Open call ${number} of ${isolate(circle.title)}`}
              rightSection={<IconArrowRight {...iconProps(18)} />}
            >
              Open
            </ActionButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}
