import type { OfferChange } from './offer-steps.ts'
import type { Offer } from './offers.ts'
import type { Transfer } from './transfers.ts'

/** An offer of tests with a change recorded, as the server records it. */
export function recordChange(before: Offer, change: OfferChange, now: number): Offer {
  const ended = before.transfers.map((each) => {
    const end = change.ended.find((one) => one.transfer === each.id)
    return end ? { ...each, end: { how: end.how, at: now } } : each
  })
  const made = change.made.map(
    (each, index): Transfer => ({
      ...each,
      id: `t${before.transfers.length + index + 1}`,
      price: before.price,
      madeAt: now,
      admit: null,
      paidAt: null,
      end: null,
    }),
  )
  return {
    ...before,
    openedAt: change.areBidsOpened ? now : before.openedAt,
    othersSince: change.goToOthers.length > 0 ? now : before.othersSince,
    transfers: [...ended, ...made],
    end: change.end === null ? before.end : { how: change.end, at: now },
  }
}
