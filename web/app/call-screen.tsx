import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { CallPage } from '#web/features/calls/call-page.tsx'
import { MembersOnly } from './circle-redirects.tsx'

/** A call for money, for the circle's members only. */
export function CallScreen() {
  const { id = '', callId = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={`${id}/${callId}`} circleId={id} user={user} brokersAt={paths.brokerCircle(id)}>
      <CallPage circleId={id} callId={callId} userId={user._id} />
    </MembersOnly>
  )
}
