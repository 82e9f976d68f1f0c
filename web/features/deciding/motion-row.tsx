import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { MotionSummary } from '#contract/motions.ts'
import { paths } from '#contract/paths.ts'
import { formatDay } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import { motionChoices } from '#domain/motions.ts'
import { useZone } from '#web/shared/time/zone.tsx'
import { ChoiceBadge } from '#web/shared/vote/choices.tsx'
import { OutcomeBadge } from '#web/shared/vote/outcome-badge.tsx'
import { StandingBar } from '#web/shared/vote/standing-bar.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { KindIcon } from './motion-kinds.tsx'
import { closingDay, endWords, neededWords, titleOf } from './motion-words.ts'
import styles from './motions.module.css'

type MotionRowProps = {
  circleId: string
  motion: MotionSummary
  /** The circle has ended, so the motion cannot come again. */
  isEnded: boolean
}

/** One motion of a list. The title is the link, and covers the row. */
export function MotionRow({ circleId, motion, isEnded }: MotionRowProps) {
  const zone = useZone()
  const isOpen = motion.endedAt === null
  return (
    <li className={styles.row}>
      <span className={styles.kind} data-open={isOpen}>
        <KindIcon kind={motion.facts.kind} />
      </span>
      <div className={styles.what}>
        <h3>
          <Link to={paths.circleMotion(circleId, motion._id)}>
            <bdi>{titleOf(motion)}</bdi>
          </Link>
        </h3>
        <p className="num">
          <strong>{motion.factWords}</strong>
          <span>
            {isOpen
              ? `${isolate(motion.proposedBy.name)} · closes ${closingDay(motion.closesAt, zone)}`
              : formatDay(motion.endedAt ?? '', zone)}
          </span>
        </p>
      </div>
      <div className={styles.stands}>{isOpen ? <OpenStanding motion={motion} /> : <End motion={motion} isEnded={isEnded} />}</div>
      <IconChevronRight {...iconProps(18)} className={styles.onward} />
    </li>
  )
}

function OpenStanding({ motion }: { motion: MotionSummary }) {
  return (
    <>
      <p className={`${styles.needed} num`}>{neededWords(motion, useZone())}</p>
      <StandingBar choices={motionChoices} standing={motion.standing} passesFrom={motion.standing.passesFrom} small />
      <p className={`small sub ${styles.own}`}>
        {!motion.mayVote && 'You have no vote here'}
        {motion.mayVote && motion.myVote === null && 'You have not voted'}
        {motion.mayVote && motion.myVote !== null && (
          <>
            Your vote <ChoiceBadge choice={motion.myVote} />
          </>
        )}
      </p>
    </>
  )
}

function End({ motion, isEnded }: Pick<MotionRowProps, 'motion' | 'isEnded'>) {
  const { outcome } = motion.standing
  return (
    <>
      <p className={styles.outcome}>
        <OutcomeBadge outcome={outcome} />
      </p>
      <p className="small sub num">{endWords(motion, useZone(), isEnded)}</p>
    </>
  )
}
