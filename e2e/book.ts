import type { APIRequestContext } from '@playwright/test'
import type { Book } from '#contract/book.ts'
import type { Motion } from '#contract/motions.ts'
import { addDays } from '#domain/dates.ts'
import { lastDayOf, monthOf } from '#domain/month-close.ts'
import { inAWeek, type Member, passedCircle } from './buying.ts'
import { callAs } from './circles.ts'
import { expect } from './journey.ts'

type Terms = Parameters<typeof passedCircle>[2]

/** A circle that buys, and so has a book; the owner keeps it until a motion names a treasurer. */
export async function circleWithBook(request: APIRequestContext, members: readonly [Member, ...Member[]], terms: Terms) {
  const { circle, property } = await passedCircle(request, members, terms)
  const [owner] = members
  await callAs(request, owner.token, 'post', `app/acquisition/${circle._id}`, { propertyId: property._id })
  const book = () => callAs<Book>(request, owner.token, 'get', `app/book/${circle._id}`)
  const { today, accounts } = await book()
  const lastMonth = monthOf(addDays(`${monthOf(today)}-01`, -1))
  return { circle, book, today, lastMonth, bankAccountId: accounts[0]?._id ?? '' }
}

/** Proposes a motion by which all vote alike, and waits for its outcome. */
export async function decideMotion(
  request: APIRequestContext,
  members: readonly [Member, ...Member[]],
  circleId: string,
  motion: { readonly title: string; readonly facts: object; readonly payee?: string },
): Promise<string> {
  const closesAt = inAWeek().toISOString()
  const url = `app/motion/${circleId}`
  const [proposer] = members
  const { _id } = await callAs<Motion>(request, proposer.token, 'post', url, { text: 'It is time.', payee: null, ...motion, closesAt })
  for (const { token } of members) await callAs(request, token, 'post', `${url}/${_id}/vote`, { choice: 'yes' })
  await expect(async () => {
    const { standing } = await callAs<Motion>(request, proposer.token, 'get', `${url}/${_id}`)
    expect(standing.outcome).toBe('passed')
  }).toPass({ timeout: 30_000 })
  return _id
}

export type BankRow = readonly [day: number, text: string, cents: number]

const plain = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** A file of the bank that shows a whole month, with its balance after each line. */
export function bankFileOf(month: string, rows: readonly BankRow[], openingCents = 0) {
  let balance = openingCents
  const lines = rows.map(([day, text, cents]) => {
    balance += cents
    return `${month}-${String(day).padStart(2, '0')},${text},${plain(cents)},${plain(balance)}`
  })
  return {
    file: {
      name: `bank-${month}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`Date,Description,Amount,Balance\n${lines.join('\n')}\n`),
    },
    closing: plain(balance),
    lastDay: lastDayOf(month),
  }
}
