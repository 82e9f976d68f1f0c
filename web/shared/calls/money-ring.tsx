import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CallShare } from '#contract/calls.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { ringPlaceOf } from '#domain/ring.ts'
import { membersQuery } from '#web/api/circles.ts'
import { arcColor } from '#web/ui/ring/arc-color.ts'
import { PaidRing } from '#web/ui/ring/paid-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './money-ring.module.css'

/** In the ring's colours, which do not change by what is called or paid. */
export function usePlaces(circleId: string): (userId: string, index: number) => number {
  const { data: members = [] } = useQuery(membersQuery(circleId))
  return (userId, index) => ringPlaceOf(members, userId) ?? index
}

type MoneyRingProps = {
  circleId: string
  userId: string
  /** In the order of arcs. */
  shares: readonly CallShare[]
  size?: 240 | 280
}

const sumOf = (shares: readonly CallShare[], key: 'askedCents' | 'paidCents'): number => shares.reduce((sum, share) => sum + share[key], 0)

/** "59% paid: $401,199.99 of $682,400.00" */
const ringWords = (paid: number, asked: number): string =>
  asked === 0 ? 'Nothing is called' : `${Math.floor((paid * 100) / asked)}% paid: ${formatCents(paid)} of ${formatCents(asked)}`

/** Thin is called, thick is paid. The rows beside it say the same. */
export function MoneyRing({ circleId, userId, shares, size = 240 }: MoneyRingProps) {
  const placeOf = usePlaces(circleId)
  return (
    <div className={styles.ring}>
      <PaidRing
        size={size}
        label={ringWords(sumOf(shares, 'paidCents'), sumOf(shares, 'askedCents'))}
        arcs={shares.map(({ user, askedCents, paidCents }, index) => ({
          key: user._id,
          place: placeOf(user._id, index),
          asked: askedCents,
          paid: paidCents,
          initial: user.name.slice(0, 1),
          isYou: user._id === userId,
        }))}
      />
    </div>
  )
}

function paidWords({ paidCents, openCents, paidOn }: CallShare): string {
  const day = paidOn ? ` ${formatCalendarDay(paidOn, 'short')}` : ''
  if (paidCents === 0) return 'Nothing paid yet'
  return openCents === 0 ? `Paid${day}` : `${formatCents(paidCents)} paid${day}`
}

/** Each holder with what they are asked, and how much of it is paid. */
export function MoneyRows({ circleId, userId, shares }: MoneyRingProps) {
  const placeOf = usePlaces(circleId)
  return (
    <ul className={`${styles.rows} num`}>
      {shares.map((share, index) => (
        <li key={share.user._id}>
          <span className={styles.swatch} style={{ background: arcColor(placeOf(share.user._id, index)) }} />
          <span className={styles.who}>
            <span>
              <bdi>{share.user.name}</bdi> {share.user._id === userId && <span className={styles.you}>You</span>}
            </span>
            <span className="small sub">{paidWords(share)}</span>
          </span>
          <span className={styles.amount}>{formatCents(share.askedCents)}</span>
          {share.openCents === 0 ? (
            <IconCircleCheck className={styles.done} {...iconProps(18)} aria-hidden />
          ) : (
            <IconCircleDashed {...iconProps(18)} aria-hidden />
          )}
        </li>
      ))}
    </ul>
  )
}
