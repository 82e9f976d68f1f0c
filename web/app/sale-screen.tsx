import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { SalePage } from '#web/features/sale/sale-page.tsx'
import { MembersOnly } from './circle-redirects.tsx'

export function SaleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={id} circleId={id} user={user} brokersAt={paths.brokerCircle(id)}>
      <SalePage circleId={id} />
    </MembersOnly>
  )
}
