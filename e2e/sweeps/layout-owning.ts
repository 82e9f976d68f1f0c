import type { APIRequestContext } from '@playwright/test'
import type { Token } from '#contract/accounts.ts'
import type { Book, BookEntries } from '#contract/book.ts'
import type { DistributionList } from '#contract/distributions.ts'
import type { OfferList } from '#contract/offers.ts'
import { callAs } from '../circles.ts'

/** What stands in the book of a circle that has owned a house for a year, with the demo investor as its treasurer. */
export type OwningData = {
  /** The newest entry that has a receipt. */
  readonly entry: string
  /** The month that waits for someone to close it, or the newest one. */
  readonly month: string
  readonly distribution: string
  readonly offer: string
}

export async function readOwningData(request: APIRequestContext, investor: Token, circleId: string): Promise<OwningData> {
  const read = <Data>(path: string) => callAs<Data>(request, investor, 'get', path)
  const { months } = await read<Book>(`app/book/${circleId}`)
  const { distributions } = await read<DistributionList>(`app/distribution/${circleId}`)
  const { open } = await read<OfferList>(`app/offer/${circleId}`)
  let entry: string | undefined
  for (const { month } of months.toReversed()) {
    const { entries } = await read<BookEntries>(`app/book/${circleId}/entries?month=${month}`)
    entry ??= entries.find(({ hasReceipt }) => hasReceipt)?._id
  }
  const month = (months.find(({ state }) => state === 'agrees') ?? months.at(-1))?.month
  if (!entry || !month || !distributions[0] || !open[0]) throw new Error('The circle has no entry, month, distribution or offer.')
  return { entry, month, distribution: distributions[0]._id, offer: open[0]._id }
}
