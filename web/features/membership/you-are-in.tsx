import { IconCalendarPlus, IconMessageCircle, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import type { Welcome } from '#contract/welcome.ts'
import { ringArcs, ringLabel } from '#domain/ring.ts'
import { comingRows, fullWords, holdingWords } from '#domain/welcome.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './you-are-in.module.css'

const CalendarDialog = lazy(async () => ({ default: (await import('#web/shared/needs/calendar-dialog.tsx')).CalendarDialog }))

type YouAreInProps = { circle: Circle; members: readonly Membership[]; userId: string; welcome: Welcome; onClose: () => void }

/** For the first visit after joining: what one holds, what comes next, and when. */
export function YouAreIn({ circle, members, userId, welcome, onClose }: YouAreInProps) {
  const navigate = useNavigate()
  const [isInCalendar, setInCalendar] = useState(false)
  const rows = comingRows(welcome)
  const full = fullWords(welcome)
  /** The conversation is on the same page, or on one of its own. */
  const sayHello = () => {
    const field = document.getElementById('conversation-field')
    if (!field) return void navigate(paths.circleConversation(circle._id))
    field.scrollIntoView({ block: 'center' })
    field.focus()
  }
  return (
    <Card padded={false} className={styles.panel} aria-label="You are in">
      <div className={styles.ring}>
        <ArcRing
          size={180}
          target={circle.investmentCriteria.totalTargetSize}
          arcs={ringArcs(members, userId)}
          openPrices={circle.openArcPrices}
          label={ringLabel(circle.percentFunded, circle.memberCount)}
        />
      </div>
      <div className={styles.words}>
        <h2>You are in</h2>
        <p className={`${styles.holding} num`}>{holdingWords(welcome)}</p>
        {full && <p className="sub">{full}</p>}
      </div>
      <div className={styles.rest}>
        {rows.length > 0 && (
          <ul className={styles.rows}>
            {rows.map((row) => (
              <li key={row.what}>
                <p className={styles.when}>{row.at ? <Day at={row.at} form="short" /> : row.when}</p>
                <p>
                  <strong>{row.what}</strong> {row.rest}
                </p>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.buttons}>
          <ActionButton leftSection={<IconMessageCircle {...iconProps(18)} />} onClick={sayHello}>
            Say hello
          </ActionButton>
          {rows.some(({ at }) => at !== null) && (
            <ActionButton variant="outline" leftSection={<IconCalendarPlus {...iconProps(18)} />} onClick={() => setInCalendar(true)}>
              Add to my calendar
            </ActionButton>
          )}
        </div>
      </div>
      <div className={styles.close}>
        <IconAction label="Close" variant="subtle" color="gray" icon={<IconX {...iconProps(20)} />} onClick={onClose} />
      </div>
      {isInCalendar && (
        <Suspense>
          <CalendarDialog onClose={() => setInCalendar(false)} />
        </Suspense>
      )}
    </Card>
  )
}
