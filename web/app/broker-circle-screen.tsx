import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { BrokerSteps } from '#web/features/acquisition/broker-steps.tsx'
import { BrokerCircle } from '#web/features/brokers/broker-circle.tsx'
import { BrokerProperties } from '#web/features/deciding/broker-properties.tsx'
import { DocumentsTab } from '#web/features/documents/documents-tab.tsx'
import { ConversationCard } from '#web/features/threads/conversation-card.tsx'
import { acquisitionQuery } from '#web/shared/acquisition/acquisition.queries.ts'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { conversationThread, latestPostsQuery } from '#web/shared/thread/thread.queries.ts'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { AssignedBrokersOnly } from './circle-redirects.tsx'

/** Brokers of other circles are redirected to the circle's public page. */
export function BrokerCircleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <AssignedBrokersOnly key={id} circleId={id} user={user}>
      <Managed circleId={id} user={user} />
    </AssignedBrokersOnly>
  )
}

function Managed({ circleId: id, user }: { circleId: string; user: User }) {
  const { data: circle } = useSuspenseQuery(circleQuery(id))
  const { data: members } = useSuspenseQuery(membersQuery(id))
  useWatchCircle(id)
  const [query, setQuery] = useSearchParams()
  const latest = useQuery(latestPostsQuery(conversationThread(id, circle.title)))
  const { data: purchase, isLoading } = useQuery({ ...acquisitionQuery(id), enabled: circleStage(circle) === 'buying' })
  // Its posts would push down what stands below them.
  if (!latest.isFetched || isLoading) return <PageSkeleton />
  return (
    <BrokerCircle
      circle={circle}
      members={members}
      brokerId={user._id}
      tab={query.get('tab') ?? (query.has('property') ? 'properties' : 'overview')}
      onTab={(tab) => setQuery(tab === 'overview' ? {} : { tab }, { replace: true, preventScrollReset: true })}
      conversation={<ConversationCard circle={circle} />}
      purchase={purchase ? <BrokerSteps circleId={id} purchase={purchase} /> : null}
      documents={<DocumentsTab circleId={id} userId={user._id} isMember={false} />}
      properties={<BrokerProperties circle={circle} brokerId={user._id} />}
    />
  )
}
