import { sql } from 'kysely'
import type { z } from 'zod'
import type { matchContributionRequest } from '#contract/bank-lines.ts'
import { Refusal } from '#contract/errors.ts'
import { mayMatchPart } from '#domain/bank-matching.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { bookContribution } from '#server/shared/calls/book-contribution.ts'
import { settleWaiting } from '#server/shared/distributions/posting.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { type Booking, lockBook } from './lock-book.ts'
import { type BankLineRow, findBankLine, writeMatch } from './match-lines.ts'
import { offerMonth } from './offer-month.ts'
import { standingMatch } from './read-entries.ts'
import type { Booked } from './write-booking.ts'

type Request = z.infer<typeof matchContributionRequest>

/**
 * The number of an entry that this line may show: a payment of the person that counts already, by the word of others, on a day that the bank's
 * files show, and that no line of the bank is matched with.
 */
async function findUnshown(tx: Tx, circleId: string, person: string, { bankAccount, amountCents }: BankLineRow): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select book_entries.number from contributions join book_entries on book_entries.id = contributions.entry_id
    join book_lines on book_lines.entry_id = book_entries.id and book_lines.account = 'cash'
    where contributions.circle_id = ${circleId} and payer = ${person} and contributions.bank_account_id = ${bankAccount}
      and contributions.amount_cents = ${amountCents}
      and book_entries.day >= (select min(from_day) from bank_imports where bank_imports.bank_account_id = ${bankAccount})
      and not exists (select from book_entries as reversal where reversal.reverses = book_entries.id)
      and ${standingMatch(sql.ref('book_lines.entry_id'), sql.ref('book_lines.position'))} is null
    order by book_entries.number limit 1`.execute(tx)
  return rows[0]?.number ?? null
}

/** A line of the bank is what a member pays in. */
export async function matchContribution(
  tx: Tx,
  actor: Actor,
  circleId: string,
  { bankLineId, person }: Request,
  booking: Booking,
): Promise<Booked> {
  // Another member confirms with a step-up.
  if ((await readBookkeeper(tx, circleId)) !== actor.id) await lockSelf(tx, actor)
  await lockBook(tx, circleId, actor, booking)
  const treasurer = await readBookkeeper(tx, circleId)
  const holders = (await readHoldings(tx, circleId)).filter(({ heldSince }) => heldSince.length > 0)
  if (!holders.some(({ user }) => user === person)) throw new Refusal('member_not_here')
  const may = mayMatchPart(actor.id, person, { treasurer, holders: holders.map(({ user }) => user) })
  if (!may.ok) throw new Refusal(may.reason)
  const line = await findBankLine(tx, circleId, bankLineId)
  if (line.amountCents <= 0) throw new Refusal('match_refused', { error: 'Money out is no payment of a member.' })
  const unshown = await findUnshown(tx, circleId, person, line)
  if (unshown !== null)
    throw new Refusal('match_refused', { error: `This payment counts already, as entry No ${unshown}. Match the line with that entry.` })
  // Another member's word on the treasurer's own money.
  if (actor.id !== treasurer) await redeemStepUp(tx, actor, 'confirm_money')
  const recorded = await tx
    .selectFrom('contributions')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('payer', '=', person)
    .where('bank_account_id', '=', line.bankAccount)
    .where('amount_cents', '=', line.amountCents)
    .where('entry_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst()
  const booked = await bookContribution(tx, {
    circleId,
    payer: person,
    place: { account: 'cash', bankAccount: line.bankAccount },
    amountCents: line.amountCents,
    day: line.day,
    bookedBy: actor.id,
    // What the payer has recorded already counts now.
    contributionId: recorded?.id ?? null,
  })
  const cash = await tx
    .selectFrom('book_lines')
    .select('position')
    .where('entry_id', '=', booked.entryId)
    .where('account', '=', 'cash')
    .executeTakeFirstOrThrow()
  const cashLines = [{ entryId: booked.entryId, position: cash.position }]
  await writeMatch(tx, circleId, actor.id, { bankLineIds: [line.id], cashLines })
  await writeAudit(tx, {
    act: 'contribution.matched',
    by: actor,
    subject: ['entry', booked.entryId],
    facts: { circle: circleId, payer: person },
  })
  await settleWaiting(tx, circleId, booking)
  await offerMonth(tx, circleId, booking)
  return { entryId: booked.entryId, number: booked.number, ratifyMotionId: null }
}
