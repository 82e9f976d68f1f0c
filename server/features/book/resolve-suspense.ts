import { sql } from 'kysely'
import type { z } from 'zod'
import type { resolveRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { type Booking, lockBook } from './lock-book.ts'
import { readPermittingMotions } from './permissions.ts'
import { type Booked, writeBooking } from './write-booking.ts'

type Resolve = z.infer<typeof resolveRequest>

/** What waits in suspense of money in and of money out, less what was found out of each. */
async function readWaiting(tx: Tx, circleId: string): Promise<{ readonly inCents: Cents; readonly outCents: Cents }> {
  const { rows } = await sql<{ inCents: Cents; outCents: Cents }>`
    select coalesce(-sum(amount_cents) filter (where (amount_cents < 0) = (kind <> 'resolution')), 0)::bigint as "inCents",
      coalesce(sum(amount_cents) filter (where (amount_cents > 0) = (kind <> 'resolution')), 0)::bigint as "outCents"
    from book_lines join book_entries on book_entries.id = entry_id
    where book_lines.circle_id = ${circleId} and account = 'suspense' and reverses is null
      and not exists (select from book_entries as reversal where reversal.reverses = book_entries.id)`.execute(tx)
  return rows[0] ?? { inCents: 0, outCents: 0 }
}

/** What it was: one line on the other side. */
async function otherLine(tx: Tx, circleId: string, { to, amountCents }: Resolve): Promise<BookLine> {
  if (to.account === 'owed') {
    if (!(await readHoldings(tx, circleId)).some(({ user }) => user === to.person)) throw new Refusal('member_not_here')
    return { account: 'owed', person: to.person, amountCents: -amountCents }
  }
  if (to.account === 'held') return { account: 'held', heldBy: to.heldBy, amountCents: -amountCents }
  if (to.account === 'deposits_held') return { account: 'deposits_held', amountCents: -amountCents, ...(to.tenant && { who: to.tenant }) }
  return { account: to.account, amountCents: -amountCents }
}

/** The treasurer says it; what is owed to or by the treasurer, another member, unless there is only one holder. */
async function requireMayResolve(tx: Tx, actor: Actor, circleId: string, { to }: Resolve): Promise<{ readonly isOthersWord: boolean }> {
  const treasurer = await readBookkeeper(tx, circleId)
  const holders = (await readHoldings(tx, circleId)).filter(({ heldSince }) => heldSince.length > 0)
  const isOwnOfTreasurer = to.account === 'owed' && to.person === treasurer && holders.length > 1
  if (isOwnOfTreasurer && actor.id === treasurer) throw new Refusal('treasurer_has_no_word')
  if (!isOwnOfTreasurer && actor.id !== treasurer) throw new Refusal('not_treasurer')
  return { isOthersWord: isOwnOfTreasurer }
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
  if (motionId) {
    const [motion] = isId(motionId) ? await readPermittingMotions(tx, circleId, today, motionId) : []
    if (!motion) throw new Refusal('motion_not_found')
    const isOfMotion =
      amountCents < 0 && motion.accounts.some((account) => account === to.account) && (motion.leftCents ?? 0) >= -amountCents
    if (!isOfMotion) throw new Refusal('payment_not_permitted', { error: 'This motion does not permit it, or not as much.' })
  }
  const lines: BookLine[] = [{ account: 'suspense', amountCents }, await otherLine(tx, circleId, request)]
  if (isOthersWord) await redeemStepUp(tx, actor, 'confirm_money')
  return writeBooking(tx, actor, circleId, { kind: 'resolution', day: today, lines, words, documentVersionId, motionId }, booking)
}
