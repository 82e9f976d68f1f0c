import { IconBan, IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react'
import type { Deciding } from '#contract/deciding.ts'
import { iconProps } from '#web/ui/icon-props.ts'
import { Moment } from '#web/ui/moment.tsx'
import styles from './deciding.module.css'

const icons = { passes: IconCircleCheck, blocked: IconBan, open: IconClock } as const

/** Where a property stands, in words, and until when it can change. */
export function StandingWords({ deciding }: { deciding: Deciding }) {
  const { standing, isClosed, closesAt } = deciding
  const Icon = icons[standing.state]
  return (
    <div className={styles.standing} data-state={standing.state}>
      <p className={styles.standingWords}>
        <Icon {...iconProps(18)} />
        <span className="num">{standing.words}</span>
      </p>
      {closesAt && (
        <p className={`small sub ${styles.standingClosing}`}>
          {isClosed && <IconLock {...iconProps(15)} />}
          <span>
            {isClosed ? 'Voting closed' : 'Closes'} <Moment at={closesAt} exactly />
          </span>
        </p>
      )}
    </div>
  )
}
