import { sql } from 'kysely'
import type { z } from 'zod'
import type { resolveRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import { accountKey, type BookLine } from '#domain/book-accounts.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import { decidePayment, type PaymentFacts, paymentRefusalWords } from '#domain/payment-permission.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { findDeposit, readDeposits } from '#server/shared/book/deposits.ts'
import { bookContribution } from '#server/shared/calls/book-contribution.ts'
import { settleWaiting } from '#server/shared/distributions/posting.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { type Booking, lockBook } from './lock-book.ts'
import { offerMonth } from './offer-month.ts'
import { readPermittingMotions } from './permissions.ts'
import { type Booked, writeBooking } from './write-booking.ts'

type Resolve = z.infer<typeof resolveRequest>

/** What waits in suspense of money in and of money out, less what was found out of each. */
async function readWaiting(tx: Tx, circleId: string): Promise<{ readonly inCents: Cents; readonly outCents: Cents }> {
  const { rows } = await sql<{ inCents: Cents; outCents: Cents }>`
    select coalesce(-sum(amount_cents) filter (where (amount_cents < 0) = (kind not in ('resolution', 'contribution'))), 0)::bigint as "inCents",
      coalesce(sum(amount_cents) filter (where (amount_cents > 0) = (kind not in ('resolution', 'contribution'))), 0)::bigint as "outCents"
    from book_lines join book_entries on book_entries.id = entry_id
    where book_lines.circle_id = ${circleId} and account = 'suspense' and reverses is null
      and not exists (select from book_entries as reversal where reversal.reverses = book_entries.id)`.execute(tx)
  return rows[0] ?? { inCents: 0, outCents: 0 }
}

type To = Exclude<Resolve['to'], { readonly account: 'capital' }>

/** How much there is of what the money is said to be: what others hold of it, a tenant's deposit, the loan. Null where nothing limits it. */
async function readMost(
  tx: Tx,
  circleId: string,
  to: To,
  isIn: boolean,
): Promise<{ readonly cents: Cents; readonly words: string } | null> {
  if (to.account === 'deposits_held' && !isIn) {
    const cents = findDeposit(await readDeposits(tx, circleId), to.tenant ?? '')
    return { cents, words: 'are held for this tenant' }
  }
  const balances = await readBalances(tx, circleId)
  if (to.account === 'held' && isIn)
    return { cents: balances.get(accountKey({ account: 'held', heldBy: to.heldBy })) ?? 0, words: 'are held there' }
  // A loan begins with its settlement only.
  if (to.account === 'loan') return { cents: isIn ? 0 : -(balances.get('loan') ?? 0), words: 'of the loan are left to be paid' }
  return null
}

/** What it was: one line on the other side. */
async function otherLine(tx: Tx, circleId: string, to: To, amountCents: Cents): Promise<BookLine> {
  const most = await readMost(tx, circleId, to, amountCents > 0)
  if (most && Math.abs(amountCents) > most.cents)
    throw new Refusal('more_than_held', { error: `At most ${formatCents(Math.max(0, most.cents))} ${most.words}.` })
  if (to.account === 'owed') {
    const isMember = (await readHoldings(tx, circleId)).some(({ user }) => user === to.person)
    // A payout to someone who has left may come back.
    const wasOwed = (await readBalances(tx, circleId)).has(accountKey({ account: 'owed', person: to.person }))
    if (!isMember && !wasOwed) throw new Refusal('member_not_here')
    return { account: 'owed', person: to.person, amountCents: -amountCents }
  }
  if (to.account === 'held') return { account: 'held', heldBy: to.heldBy, amountCents: -amountCents }
  if (to.account === 'deposits_held') return { account: 'deposits_held', amountCents: -amountCents, ...(to.tenant && { who: to.tenant }) }
  if (to.account === 'loan') return { account: 'loan', amountCents: -amountCents, ...(to.lender && { who: to.lender }) }
  return { account: to.account, amountCents: -amountCents }
}

/** It was what a member paid in, and counts as if it had been matched at once. What they have recorded themselves counts now. */
async function bookPart(
  tx: Tx,
  actor: Actor,
  circleId: string,
  payer: string,
  request: Resolve,
  today: string,
  booking: Booking,
): Promise<Booked> {
  const { amountCents, words, documentVersionId } = request
  if (amountCents < 0) throw new Refusal('match_refused', { error: 'Money out is no payment of a member.' })
  if (!(await readHoldings(tx, circleId)).some(({ user }) => user === payer)) throw new Refusal('member_not_here')
  if (documentVersionId) await requireDocumentVersion(tx, circleId, documentVersionId)
  const recorded = await tx
    .selectFrom('contributions')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('payer', '=', payer)
    .where('bank_account_id', 'is not', null)
    .where('amount_cents', '=', amountCents)
    .where('entry_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst()
  const { id: bankAccount } = await tx
    .selectFrom('bank_accounts')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('purpose', '=', 'operating')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { entryId, number } = await bookContribution(tx, {
    circleId,
    payer,
    place: { account: 'suspense' },
    bankAccount,
    amountCents,
    day: today,
    bookedBy: actor.id,
    words,
    documentVersionId,
    contributionId: recorded?.id ?? null,
  })
  const facts = { circle: circleId, number, kind: 'contribution' }
  await writeAudit(tx, { act: 'entry.booked', by: actor, subject: ['entry', entryId], facts })
  await settleWaiting(tx, circleId, booking)
  await offerMonth(tx, circleId, booking)
  return { entryId, number, ratifyMotionId: null }
}

/** The treasurer says it; what is owed to or by the treasurer, or is their part, another member, unless there is only one holder. */
async function requireMayResolve(tx: Tx, actor: Actor, circleId: string, { to }: Resolve): Promise<{ readonly isOthersWord: boolean }> {
  const treasurer = await readBookkeeper(tx, circleId)
  const holders = (await readHoldings(tx, circleId)).filter(({ heldSince }) => heldSince.length > 0)
  const isOwnOfTreasurer = 'person' in to && to.person === treasurer && holders.length > 1
  if (isOwnOfTreasurer && actor.id === treasurer) throw new Refusal('treasurer_has_no_word')
  if (!isOwnOfTreasurer && actor.id !== treasurer) throw new Refusal('not_treasurer')
  return { isOthersWord: isOwnOfTreasurer }
}

/**
 * Whom the money went to, if the named motion permits a payment of today to them under this account. Whether they are related to a member is what the
 * motion says.
 */
async function requireOfMotion(tx: Tx, circleId: string, motionId: string, request: Resolve, today: string): Promise<string> {
  const [motion] = isId(motionId) ? await readPermittingMotions(tx, circleId, today, motionId, request.payee) : []
  if (!motion) throw new Refusal('motion_not_found')
  if (request.amountCents > 0) throw new Refusal('payment_not_permitted', { error: 'A motion permits money out, not money in.' })
  const payee = request.payee || motion.payee || ''
  if (payee === '') throw new Refusal('payee_missing')
  const relatedMember = motion.relatedMember?._id ?? null
  const facts: PaymentFacts = {
    amountCents: -request.amountCents,
    account: request.to.account,
    day: today,
    payee,
    relatedMember,
    motion: { ...motion, leftCents: motion.leftCents ?? 0, relatedMember },
    emergencyLeftCents: 0,
    takesCash: false,
    freeCashCents: 0,
    floorCents: 0,
  }
  const decision = decidePayment(facts)
  if (!decision.ok) throw new Refusal('payment_not_permitted', { error: paymentRefusalWords(decision.reason, facts) })
  return payee
}

/** Says what money in suspense was, by an entry without cash. Of money out a motion may be named, against which it then counts. */
export async function resolveSuspense(tx: Tx, actor: Actor, circleId: string, request: Resolve, booking: Booking): Promise<Booked> {
  // Another member confirms with a step-up.
  if ((await readBookkeeper(tx, circleId)) !== actor.id) await lockSelf(tx, actor)
  const { today } = await lockBook(tx, circleId, actor, booking)
  const { isOthersWord } = await requireMayResolve(tx, actor, circleId, request)
  const { amountCents, to, motionId, words, documentVersionId } = request
  const waiting = await readWaiting(tx, circleId)
  const most = amountCents > 0 ? waiting.inCents : waiting.outCents
  if (Math.abs(amountCents) > most)
    throw new Refusal('more_than_held', {
      error: `At most ${formatCents(most)} of money ${amountCents > 0 ? 'in' : 'out'} wait in suspense.`,
    })
  const payee = motionId ? await requireOfMotion(tx, circleId, motionId, request, today) : null
  if (isOthersWord) await redeemStepUp(tx, actor, 'confirm_money')
  if (to.account === 'capital') return bookPart(tx, actor, circleId, to.person, request, today, booking)
  const lines: BookLine[] = [{ account: 'suspense', amountCents }, await otherLine(tx, circleId, to, amountCents)]
  return writeBooking(tx, actor, circleId, { kind: 'resolution', day: today, lines, words, documentVersionId, motionId, payee }, booking)
}
