import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { circlePeopleQuery, conversationThread, type Reader, threadQuery, useReaders } from '#web/shared/thread/thread.queries.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import styles from './conversation.module.css'
import { Conversation } from './conversation.tsx'

type ConversationPageProps = {
  circleId: string
  /** The circle's brokers come from their own page of it. */
  isForBroker: boolean
  /** The switch for mails about mentions, rendered by the page. */
  mentionMails: ReactNode
}

export function ConversationPage({ circleId, isForBroker, mentionMails }: ConversationPageProps) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  useWatchCircle(circleId)
  const topic = conversationThread(circleId, circle.title)
  const readers = useReaders(topic)
  const people = useQuery(circlePeopleQuery(circleId))
  const posts = useInfiniteQuery(threadQuery(topic))
  // Posts would push down what stands below them.
  if (!people.isFetched || !posts.isFetched) return <PageSkeleton />
  const brokers = readers.filter(({ isMember }) => !isMember).length
  return (
    <>
      <BackButton to={isForBroker ? paths.brokerCircle(circleId) : paths.circle(circleId)} label={isolate(circle.title)} />
      <PageHeading
        subtitle={
          <>
            Members of <bdi>{circle.title}</bdi>
            {brokers > 0 && ` and their ${brokers === 1 ? 'broker' : 'brokers'}`} read this.
          </>
        }
      >
        Conversation
      </PageHeading>
      <SideColumns
        className={styles.columns}
        main={
          <Card aria-label="Conversation">
            <Conversation topic={topic} isReadOnly={circleStage(circle) === 'ended'} />
          </Card>
        }
        side={
          <>
            <WhoReads readers={readers} />
            <Card>
              <h2>Mentions</h2>
              <p className="small sub">A mention is always a notice.</p>
              <div className={styles.mails}>{mentionMails}</div>
            </Card>
          </>
        }
      />
    </>
  )
}

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

function WhoReads({ readers }: { readers: readonly Reader[] }) {
  const members = readers.filter(({ isMember }) => isMember).length
  const brokers = readers.length - members
  return (
    <Card>
      <h2>Who reads this</h2>
      <p className={styles.readers} aria-hidden="true">
        {readers.map(({ _id, initial, arc }) => (
          <Avatar key={_id} initial={initial} arc={arc} />
        ))}
      </p>
      {members > 0 && (
        <p className="small sub">
          {counted(members, 'member', 'members')}
          {brokers > 0 && ` and ${counted(brokers, 'broker', 'brokers')}`}. Posts stay with the circle; people who leave keep no access.
        </p>
      )}
    </Card>
  )
}
