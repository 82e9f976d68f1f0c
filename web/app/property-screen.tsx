import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { AssignedBrokersOnly, MembersOnly } from './circle-redirects.tsx'
import { PropertyPage } from './property-page.tsx'

/** A property's page for members; the circle's brokers are redirected to theirs. */
export function PropertyScreen() {
  const { id = '', propertyId = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={propertyId} circleId={id} user={user} brokersAt={paths.brokerPropertyPage(id, propertyId)}>
      <PropertyPage circleId={id} propertyId={propertyId} user={user} isForBroker={false} />
    </MembersOnly>
  )
}

/** The same page for the circle's brokers, without names of voters and record. */
export function BrokerPropertyScreen() {
  const { id = '', propertyId = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <AssignedBrokersOnly key={propertyId} circleId={id} user={user}>
      <PropertyPage circleId={id} propertyId={propertyId} user={user} isForBroker />
    </AssignedBrokersOnly>
  )
}
