import { useParams } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { DistributionPage, NewDistributionPage } from '#web/features/distributions/distribution-page.tsx'
import { DistributionsPage } from '#web/features/distributions/distributions-page.tsx'

/** Also for former members, who read what they themselves received: the server says who may. */
export function DistributionsScreen() {
  const { id = '' } = useParams()
  return <DistributionsPage key={id} circleId={id} />
}

export function DistributionScreen() {
  const { id = '', distributionId = '' } = useParams()
  const user = useUser()
  if (!user) return null
  if (distributionId === 'new') return <NewDistributionPage key={id} circleId={id} userId={user._id} />
  return <DistributionPage key={distributionId} circleId={id} userId={user._id} distributionId={distributionId} />
}
