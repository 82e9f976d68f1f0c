import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { formatDate } from '#domain/dates.ts'
import { motionKindLabels } from '#domain/motion-kinds.ts'
import { motionOutcomeLabels } from '#domain/motions.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { OutcomeBadge } from '#web/shared/vote/outcome-badge.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { KindIcon } from './kind-icon.tsx'
import styles from './motion.module.css'
import { MotionFactList } from './motion-fact-list.tsx'
import type { MotionPartProps } from './motion-parts.ts'
import { titleOf } from './motion-words.ts'
import { OwnMotionActs } from './own-motion-acts.tsx'

/** What is to be decided. */
export function MotionText({ circleId, motion, userId, arcOf, isEnded }: MotionPartProps & { isEnded: boolean }) {
  const { facts, standing, proposedBy, supersedes } = motion
  const isOpen = motion.endedAt === null
  return (
    <Card className={styles.text}>
      <p className={styles.badges}>
        <Badge kind="evergreen" icon={<KindIcon kind={facts.kind} size={15} />}>
          {motionKindLabels[facts.kind]}
        </Badge>
        <OutcomeBadge outcome={standing.outcome} label={motionOutcomeLabels[standing.outcome]} />
        <span className="small sub">
          {isOpen ? 'Closes' : standing.outcome === 'withdrawn' ? 'Withdrawn' : 'Closed'}{' '}
          <Moment at={motion.endedAt ?? motion.closesAt} exactly />
        </span>
      </p>
      <h1 tabIndex={-1}>{titleOf(motion)}</h1>
      <p className={`small sub ${styles.by}`}>
        <Avatar initial={proposedBy.name.charAt(0)} arc={arcOf(proposedBy._id)} size={32} />
        <span>
          Proposed by {proposedBy._id === userId ? 'you' : proposedBy.name} on {formatDate(motion.at)}
          {supersedes && (
            <>
              ; it takes the place of{' '}
              <Link className="text-link" to={paths.circleMotion(circleId, supersedes._id)}>
                {titleOf(supersedes)}
              </Link>
            </>
          )}
        </span>
      </p>
      <div className={styles.words}>
        {motion.text.split(/\n{2,}/).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never change places
          <p key={index}>
            <LinkedText>{paragraph}</LinkedText>
          </p>
        ))}
      </div>
      <MotionFactList motion={motion} />
      {isOpen && standing.voted > 0 && (
        <IconNote className={styles.locked} icon={<IconLock {...iconProps(16)} />}>
          Text and facts are locked since the first vote.
        </IconNote>
      )}
      {!isEnded && <OwnMotionActs circleId={circleId} motion={motion} userId={userId} />}
    </Card>
  )
}
