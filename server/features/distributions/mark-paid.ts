import { sql } from 'kysely'
import type { z } from 'zod'
import type { depositedRequest, markPaidRequest } from '#contract/distributions.ts'
import { Refusal } from '#contract/errors.ts'
import { accountKey } from '#domain/book-accounts.ts'
import type { Cents } from '#domain/money.ts'
import { mayConfirmPayout } from '#domain/payouts.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { readMembers } from '#server/shared/calls/tell-of-calls.ts'
import { readOpenPayouts, writePaidOff } from '#server/shared/distributions/payments.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { markNoticesRead, notify } from '#server/shared/notices/notify.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { type Acting, findPosted, lockDistributions, lockForTreasurer, type Place } from './lock-distributions.ts'

export type MarkPlace = Place & { readonly markId: string }

async function requireOpen(tx: Tx, circleId: string, distributionId: string, receiver: string): Promise<Cents> {
  const open = isId(receiver) ? await readOpenPayouts(tx, circleId, receiver) : []
  const cents = open.find((each) => each.distributionId === distributionId)?.openCents ?? 0
  if (cents === 0) throw new Refusal('not_owed')
  return cents
}

/** The account is the circle's, the day has come, and so much is there. */
async function requireThere(
  tx: Tx,
  circleId: string,
  { bankAccountId, day, today, amountCents }: { bankAccountId: string; day: string; today: string; amountCents: Cents },
): Promise<void> {
  const account = isId(bankAccountId)
    ? await tx.selectFrom('bank_accounts').select('id').where('id', '=', bankAccountId).where('circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!account) throw new Refusal('bank_account_not_found')
  if (day > today) throw new Refusal('book_day_to_come')
  const there = (await readBalances(tx, circleId)).get(accountKey({ account: 'cash', bankAccount: bankAccountId })) ?? 0
  if (amountCents > there) throw new Refusal('more_than_there')
}

type Payment = {
  readonly circleId: string
  readonly distributionId: string
  readonly receiver: string
  readonly bankAccountId: string
  readonly amountCents: Cents
  readonly day: string
  readonly words: string
  readonly bookedBy: string
  readonly payee?: string
  readonly documentVersionId?: string
  readonly motionId?: string
}

/** Books that a payout was paid, by a posted distribution. */
async function bookPaid(tx: Tx, { circleId, receiver, bankAccountId, amountCents, ...payment }: Payment): Promise<string> {
  const { day, words, bookedBy, payee, documentVersionId, motionId } = payment
  const { id } = await writeEntry(tx, {
    circleId,
    kind: 'payment',
    day,
    lines: [
      { account: 'owed', person: receiver, amountCents },
      { account: 'cash', bankAccount: bankAccountId, amountCents: -amountCents },
    ],
    bookedBy,
    words,
    payee,
    documentVersionId,
    motionId,
  })
  await tx
    .insertInto('book_permissions')
    .values({ entry_id: id, circle_id: circleId, permission: 'owed', ratify_motion_id: null })
    .execute()
  return id
}

type Mark = z.infer<typeof markPaidRequest>

/** The treasurer says that what is owed to this person was paid. It counts once they have confirmed it. */
export async function markPaid(tx: Tx, actor: Actor, place: Place, mark: Mark, site: Acting): Promise<void> {
  const { circleId } = place
  await lockSelf(tx, actor)
  const { today } = await lockForTreasurer(tx, circleId, actor, site)
  const { id } = await findPosted(tx, place)
  const { receiver, bankAccountId, day, words } = mark
  const amountCents = await requireOpen(tx, circleId, id, receiver)
  await requireThere(tx, circleId, { bankAccountId, day, today, amountCents })
  const waiting = await tx
    .selectFrom('payout_marks')
    .select('id')
    .where('distribution_id', '=', id)
    .where('receiver', '=', receiver)
    .where('withdrawn_at', 'is', null)
    .where('entry_id', 'is', null)
    .executeTakeFirst()
  if (waiting) throw new Refusal('payout_marked')
  await redeemStepUp(tx, actor, 'confirm_money')
  const markId = newId()
  await tx
    .insertInto('payout_marks')
    .values({
      id: markId,
      circle_id: circleId,
      distribution_id: id,
      receiver,
      bank_account_id: bankAccountId,
      amount_cents: amountCents,
      day,
      marked_by: actor.id,
    })
    .execute()
  await tx.insertInto('payout_mark_texts').values({ mark_id: markId, words }).execute()
  await writeAudit(tx, {
    act: 'payout.marked',
    by: actor,
    subject: ['payout_mark', markId],
    facts: { circle: circleId, receiver, amountCents, day },
  })
  const members = await readMembers(tx, circleId)
  const asked = [...new Set([...members, receiver])].filter((user) => mayConfirmPayout(user, { receiver, markedBy: actor.id, members }))
  await notify(tx, asked, { kind: 'payout_word_asked', circleId, facts: { distribution: id } })
  await publishCircleChange(tx, circleId, 'money')
}

async function findMark(tx: Tx, { circleId, distributionId, markId }: MarkPlace) {
  const row =
    isId(markId) && isId(distributionId)
      ? await tx
          .selectFrom('payout_marks')
          .leftJoin('payout_mark_texts', 'payout_mark_texts.mark_id', 'payout_marks.id')
          .selectAll('payout_marks')
          .select('words')
          .where('id', '=', markId)
          .where('circle_id', '=', circleId)
          .where('distribution_id', '=', distributionId)
          .executeTakeFirst()
      : undefined
  if (!row || row.withdrawn_at || row.entry_id) throw new Refusal('payout_mark_not_found')
  return row
}

/** The receiver says that it came; then it is booked. Also for a former member. */
export async function confirmPaid(tx: Tx, actor: Actor, place: MarkPlace, site: Acting): Promise<void> {
  const { circleId, distributionId } = place
  await lockSelf(tx, actor)
  const { today } = await lockDistributions(tx, circleId, actor, site)
  const mark = await findMark(tx, place)
  const { receiver, marked_by: markedBy, amount_cents: amountCents, bank_account_id: bankAccountId, day } = mark
  if (!mayConfirmPayout(actor.id, { receiver, markedBy, members: await readMembers(tx, circleId) })) throw new Refusal('not_your_word')
  if (amountCents > (await requireOpen(tx, circleId, distributionId, receiver))) throw new Refusal('not_owed')
  await requireThere(tx, circleId, { bankAccountId, day, today, amountCents })
  await redeemStepUp(tx, actor, 'confirm_money')
  const payment = { circleId, distributionId, receiver, bankAccountId, amountCents, day, words: mark.words ?? '', bookedBy: markedBy }
  const entryId = await bookPaid(tx, payment)
  await tx
    .updateTable('payout_marks')
    .set({ confirmed_by: actor.id, confirmed_at: sql<Date>`clock_timestamp()`, entry_id: entryId })
    .where('id', '=', mark.id)
    .execute()
  await writePaidOff(tx, { circleId, entryId, receiver }, [{ distributionId, amountCents }])
  await markNoticesRead(tx, actor.id, { circleId }, ['payout_word_asked'])
  await writeAudit(tx, {
    act: 'payout.confirmed',
    by: actor,
    subject: ['payout_mark', mark.id],
    facts: { circle: circleId, receiver, amountCents },
  })
  await publishCircleChange(tx, circleId, 'money')
}

/** By who marked it, or by the receiver, to whom nothing came. */
export async function withdrawMark(tx: Tx, actor: Actor, place: MarkPlace, site: Acting): Promise<void> {
  await lockDistributions(tx, place.circleId, actor, site)
  const mark = await findMark(tx, place)
  if (![mark.marked_by, mark.receiver].includes(actor.id)) throw new Refusal('not_allowed')
  await tx.updateTable('payout_marks').set({ withdrawn_at: sql<Date>`clock_timestamp()` }).where('id', '=', mark.id).execute()
  await writeAudit(tx, { act: 'payout.mark_withdrawn', by: actor, subject: ['payout_mark', mark.id], facts: { circle: place.circleId } })
  await publishCircleChange(tx, place.circleId, 'money')
}

type Deposited = z.infer<typeof depositedRequest>

/** The money was given to the third party that a passed motion names: with its paper it counts as paid. */
export async function bookDeposited(tx: Tx, actor: Actor, place: Place, deposit: Deposited, site: Acting): Promise<void> {
  const { circleId } = place
  await lockSelf(tx, actor)
  const { today } = await lockForTreasurer(tx, circleId, actor, site)
  const { id } = await findPosted(tx, place)
  const { motionId, bankAccountId, day, documentVersionId } = deposit
  const motion = isId(motionId)
    ? await tx
        .selectFrom('distribution_motions')
        .innerJoin('motion_closings', 'motion_closings.motion_id', 'distribution_motions.motion_id')
        .innerJoin('motion_texts', 'motion_texts.motion_id', 'distribution_motions.motion_id')
        .select(['receiver', 'amount_cents', 'payee'])
        .where('distribution_motions.motion_id', '=', motionId)
        .where('distribution_id', '=', id)
        .where('act', '=', 'deposit')
        .where('outcome', '=', 'passed')
        .executeTakeFirst()
    : undefined
  if (!motion?.receiver) throw new Refusal('deposit_not_permitted')
  const used = await tx.selectFrom('payout_payments').select('entry_id').where('motion_id', '=', motionId).executeTakeFirst()
  if (used)
    throw new Refusal('deposit_not_permitted', { error: 'This motion was used for a deposit already. Another one needs another motion.' })
  const receiver = motion.receiver
  // Something may have been paid since.
  const amountCents = Math.min(motion.amount_cents, await requireOpen(tx, circleId, id, receiver))
  await requireThere(tx, circleId, { bankAccountId, day, today, amountCents })
  await requireDocumentVersion(tx, circleId, documentVersionId)
  await redeemStepUp(tx, actor, 'confirm_money')
  const payee = motion.payee ?? ''
  const payment = { circleId, distributionId: id, receiver, bankAccountId, amountCents, day, payee, documentVersionId, motionId }
  const entryId = await bookPaid(tx, { ...payment, words: 'Deposited with a third party', bookedBy: actor.id })
  await writePaidOff(tx, { circleId, entryId, receiver, motionId }, [{ distributionId: id, amountCents }])
  await writeAudit(tx, {
    act: 'payout.deposited',
    by: actor,
    subject: ['distribution', id],
    facts: { circle: circleId, receiver, amountCents, day },
  })
  await publishCircleChange(tx, circleId, 'money')
}
