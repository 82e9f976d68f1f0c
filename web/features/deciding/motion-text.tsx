import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { kindOf } from '#domain/motion-kinds.ts'
import { type MotionOutcome, outcomeLabels } from '#domain/outcome.ts'
import { Day, Moment } from '#web/shared/time/moment.tsx'
import { OutcomeBadge } from '#web/shared/vote/outcome-badge.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { ShownHeadingNote } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './motion.module.css'
import { MotionClaim } from './motion-claim.tsx'
import { MotionDocuments } from './motion-documents.tsx'
import { KindIcon, MotionFactList } from './motion-kinds.tsx'
import type { MotionPartProps } from './motion-parts.ts'
import { titleOf } from './motion-words.ts'
import { OwnMotionActs } from './own-motion-acts.tsx'

/** Before the moment of its end. */
const endWord = (outcome: MotionOutcome): string => (outcome === 'withdrawn' || outcome === 'lapsed' ? outcomeLabels[outcome] : 'Closed')

/** What is to be decided. */
export function MotionText({ circleId, motion, userId, arcOf, mayPropose }: MotionPartProps & { mayPropose: boolean }) {
  const { facts, standing, proposedBy, supersedes } = motion
  const isOpen = motion.endedAt === null
  return (
    <Card className={styles.text}>
      <p className={styles.badges}>
        <Badge kind="evergreen" icon={<KindIcon kind={facts.kind} size={15} />}>
          {kindOf(facts.kind).label}
        </Badge>
        <OutcomeBadge outcome={standing.outcome} />
        <span className="small sub">
          {isOpen ? 'Closes' : endWord(standing.outcome)} <Moment at={motion.endedAt ?? motion.closesAt} />
        </span>
      </p>
      <h1 tabIndex={-1}>{titleOf(motion)}</h1>
      <ShownHeadingNote />
      <p className={`small sub ${styles.by}`}>
        <Avatar initial={proposedBy.name.charAt(0)} arc={arcOf(proposedBy._id)} size={32} />
        <span>
          Proposed by {proposedBy._id === userId ? 'you' : <bdi>{proposedBy.name}</bdi>} on <Day at={motion.at} />
          {supersedes && (
            <>
              ; it takes the place of{' '}
              <Link className="text-link" to={paths.circleMotion(circleId, supersedes._id)}>
                <bdi>{titleOf(supersedes)}</bdi>
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
      <MotionDocuments circleId={circleId} motion={motion} />
      <MotionClaim circleId={circleId} motion={motion} userId={userId} />
      {isOpen && standing.voted > 0 && (
        <IconNote className={styles.locked} icon={<IconLock {...iconProps(16)} />}>
          Text, facts and documents are locked since the first vote.
        </IconNote>
      )}
      {mayPropose && <OwnMotionActs circleId={circleId} motion={motion} userId={userId} />}
    </Card>
  )
}
