import { useQuery } from '@tanstack/react-query'
import { whereToPayQuery } from './where-to-pay.queries.ts'
import { WhereToPayCard } from './where-to-pay-card.tsx'

type WhereToPayCardsProps = {
  circleId: string
  /** Money of a purchase can go to its title company too. */
  isForPurchase: boolean
}

/** One card for the title company of a purchase, and one for each account of the circle. */
export function WhereToPayCards({ circleId, isForPurchase }: WhereToPayCardsProps) {
  const { data } = useQuery(whereToPayQuery(circleId))
  const accounts = data?.places.map(({ bankAccountId }) => bankAccountId) ?? [null]
  return accounts
    .filter((account) => account !== null || isForPurchase)
    .map((account) => <WhereToPayCard key={account ?? 'title'} circleId={circleId} bankAccountId={account} />)
}
