import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { ringPlaceOf } from '#domain/ring.ts'
import { isAllowedIn } from '#domain/stages.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { acts } from '#web/api/facts.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { MotionMoney } from '#web/shared/book/motion-money.tsx'
import { EndingCard } from '#web/shared/sale/ending-card.tsx'
import { motionThread } from '#web/shared/thread/thread.queries.ts'
import { Thread } from '#web/shared/thread/thread.tsx'
import { useClosingTime } from '#web/shared/vote/use-closing-time.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import styles from './motion.module.css'
import { MotionBallots } from './motion-ballots.tsx'
import { MotionEffect } from './motion-effect.tsx'
import { MotionRecord } from './motion-record.tsx'
import { MotionStanding } from './motion-standing.tsx'
import { MotionText } from './motion-text.tsx'
import { MotionVote } from './motion-vote.tsx'
import { titleOf } from './motion-words.ts'
import { motionQuery, stageQuery } from './motions.queries.ts'

/** One motion: what it says, how it stands, and the reader's vote. */
export function MotionScreen() {
  const { id: circleId = '', motionId = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return <MotionPage key={motionId} circleId={circleId} motionId={motionId} userId={user._id} />
}

type MotionPageProps = { circleId: string; motionId: string; userId: string }

export function MotionPage({ circleId, motionId, userId }: MotionPageProps) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  const { data: motion } = useSuspenseQuery(motionQuery(circleId, motionId))
  const { data: line } = useQuery(stageQuery(circleId))
  useWatchCircle(circleId)
  useClosingTime({ circleId, closesAt: motion.closesAt, isClosed: motion.endedAt !== null, act: acts.motionClosed })
  const isEnded = line?.stage === 'ended'
  // In a circle that gathers again or has ended there are no motions; only old ones are read.
  const mayPropose = line === undefined || isAllowedIn(line.stage, 'propose_motion')
  const hasBook = line?.stage === 'buying' || line?.stage === 'owning'
  const passed = motion.standing.outcome === 'passed'
  const permits = hasBook && motion.facts.kind === 'spend' && motion.standing.outcome === 'passed'
  const shared = { circleId, motion, userId, arcOf: (user: string) => ringPlaceOf(members, user) }
  return (
    <>
      <BackButton to={paths.circleMotions(circleId)} label={`Motions of ${isolate(circle.title)}`} />
      <SideColumns
        stickySide
        main={
          <>
            <MotionText {...shared} mayPropose={mayPropose} />
            <MotionBallots {...shared} />
            <Card className={styles.discussion}>
              <h2>Discussion</h2>
              <Thread topic={motionThread(circleId, motionId, titleOf(motion))} readers="The members of your circle" isReadOnly={isEnded} />
            </Card>
            <MotionRecord {...shared} />
          </>
        }
        side={
          <>
            <MotionStanding {...shared} mayPropose={mayPropose} />
            <MotionVote {...shared} />
            <MotionEffect motion={motion} />
            {motion.facts.kind === 'distribute' && (
              <ActionButton variant="outline" to={paths.circleDistribution(circleId, motion.facts.distribution)}>
                Who receives what
              </ActionButton>
            )}
            {passed && motion.facts.kind === 'sell' && (
              <ActionButton variant="outline" to={paths.circleSale(circleId)}>
                The sale
              </ActionButton>
            )}
            {passed && motion.facts.kind === 'wind_up' && !isEnded && <EndingCard circleId={circleId} motionId={motionId} />}
            {permits && <MotionMoney circleId={circleId} motionId={motionId} />}
          </>
        }
      />
    </>
  )
}
