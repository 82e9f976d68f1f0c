import { Refusal } from '#contract/errors.ts'
import { reversedLines } from '#domain/book-accounts.ts'
import { mayGiveWord, wordsNeeded } from '#domain/payment-words.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readLines } from '#server/shared/book/balances.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { bookContribution } from '#server/shared/calls/book-contribution.ts'
import { requireNotGivenUp } from '#server/shared/calls/given-up.ts'
import { tellOfMoney } from '#server/shared/calls/tell-of-calls.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { type ContributionPlace, type ContributionRow, findContribution, findReturn, isReversed, placeOf } from './find-contribution.ts'
import { lockForMoney, requireKeeper, requirePastDay } from './lock-for-money.ts'

type Return = NonNullable<Awaited<ReturnType<typeof findReturn>>>

/** Words of members who have left since count no more. */
const hasEnough = (words: readonly string[], members: readonly string[]): boolean =>
  words.filter((user) => members.includes(user)).length >= wordsNeeded(members.length)

/** Books a payment once as many as it needs have confirmed it. The last of them books it. */
export async function countIfConfirmed(tx: Tx, actor: Actor, paid: ContributionRow, members: readonly string[]): Promise<void> {
  if (!hasEnough(paid.words, members)) return
  const { id, circle_id: circleId, payer, amount_cents: amountCents, day, document_version_id: documentVersionId, sender } = paid
  const { entryId } = await bookContribution(tx, {
    circleId,
    payer,
    place: placeOf(paid.bank_account_id),
    amountCents,
    day,
    bookedBy: actor.id,
    sender,
    documentVersionId,
    contributionId: id,
  })
  const facts = { circle: circleId, payer, amountCents, entry: entryId }
  await writeAudit(tx, { act: 'contribution.counted', by: actor, subject: ['contribution', id], facts })
}

/** Takes back what a payment booked, on the bank's day: its parts are open again. */
async function reverseIfConfirmed(tx: Tx, actor: Actor, paid: ContributionRow, taken: Return, members: readonly string[]): Promise<void> {
  if (!hasEnough(taken.words, members) || paid.entry_id === null) return
  const circleId = paid.circle_id
  const { acquisition_id } = await tx
    .selectFrom('book_entries')
    .select('acquisition_id')
    .where('id', '=', paid.entry_id)
    .executeTakeFirstOrThrow()
  const lines = reversedLines(await readLines(tx, paid.entry_id))
  const entry = await writeEntry(tx, {
    circleId,
    kind: 'returned',
    day: taken.day,
    lines,
    bookedBy: actor.id,
    payee: paid.sender,
    acquisitionId: acquisition_id,
    reverses: paid.entry_id,
  })
  await tx.updateTable('contribution_returns').set({ entry_id: entry.id }).where('id', '=', taken.id).execute()
  const facts = { circle: circleId, payer: paid.payer, amountCents: paid.amount_cents, entry: entry.id }
  await writeAudit(tx, { act: 'contribution.returned', by: actor, subject: ['contribution', paid.id], facts })
  await tellOfMoney(tx, { kind: 'payment_returned', circleId, callId: paid.call_id, people: [paid.payer] })
}

/** A member says that they have seen the payment, or that the bank took it back. Never its payer. */
export async function confirmContribution(tx: Tx, actor: Actor, place: ContributionPlace, site: Site): Promise<void> {
  await lockSelf(tx, actor)
  const { members } = await lockForMoney(tx, place.circleId, actor, site)
  const paid = await findContribution(tx, place)
  if (paid.payer === actor.id) throw new Refusal('own_payment')
  if (paid.withdrawn_at) throw new Refusal('contribution_withdrawn')
  const taken = paid.entry_id ? await findReturn(tx, paid.id) : null
  if (paid.entry_id && (!taken || taken.entry_id)) throw new Refusal('contribution_counted')
  if (!paid.entry_id && !paid.document_version_id) throw new Refusal('paper_missing')
  if (!mayGiveWord(actor.id, { payer: paid.payer, words: (taken ?? paid).words })) throw new Refusal('word_given')
  if (taken && paid.entry_id) {
    if (await isReversed(tx, paid.entry_id)) throw new Refusal('contribution_returned')
    await requireNotGivenUp(tx, paid.entry_id)
  }
  await redeemStepUp(tx, actor, 'confirm_money')
  const facts = { circle: place.circleId, payer: paid.payer, amountCents: paid.amount_cents }
  await writeAudit(tx, {
    act: taken ? 'contribution.return_confirmed' : 'contribution.confirmed',
    by: actor,
    subject: ['contribution', paid.id],
    facts,
  })
  if (taken) {
    await tx.insertInto('contribution_return_words').values({ return_id: taken.id, user_id: actor.id }).execute()
    await reverseIfConfirmed(tx, actor, paid, { ...taken, words: [...taken.words, actor.id] }, members)
  } else {
    await tx.insertInto('contribution_words').values({ contribution_id: paid.id, user_id: actor.id }).execute()
    await countIfConfirmed(tx, actor, { ...paid, words: [...paid.words, actor.id] }, members)
  }
  await publishCircleChange(tx, place.circleId, 'money')
}

/** The person who recorded a payment, or its payer, takes it back before it counts; or the record that the bank returned it. */
export async function withdrawContribution(tx: Tx, actor: Actor, place: ContributionPlace, site: Site): Promise<void> {
  await lockForMoney(tx, place.circleId, actor, site)
  const paid = await findContribution(tx, place)
  const taken = paid.entry_id ? await findReturn(tx, paid.id) : null
  const mayWithdraw = taken ? [taken.recorded_by] : [paid.payer, paid.recorded_by]
  if (!mayWithdraw.includes(actor.id)) throw new Refusal('not_allowed')
  if (paid.withdrawn_at) throw new Refusal('contribution_withdrawn')
  if (paid.entry_id && (!taken || taken.entry_id)) throw new Refusal('contribution_counted')
  if (taken) await tx.updateTable('contribution_returns').set({ withdrawn_at: new Date() }).where('id', '=', taken.id).execute()
  else await tx.updateTable('contributions').set({ withdrawn_at: new Date() }).where('id', '=', paid.id).execute()
  const subject = ['contribution', paid.id] as const
  await writeAudit(tx, { act: 'contribution.withdrawn', by: actor, subject, facts: { circle: place.circleId, wasReturn: taken !== null } })
  await publishCircleChange(tx, place.circleId, 'money')
}

/** The bank took a payment back that counted. It stays counted until as many have confirmed that as the payment needed. */
export async function returnContribution(tx: Tx, actor: Actor, place: ContributionPlace, day: string, site: Site): Promise<void> {
  const roles = await lockForMoney(tx, place.circleId, actor, site)
  requireKeeper(roles)
  const paid = await findContribution(tx, place)
  if (paid.entry_id === null) throw new Refusal('contribution_not_counted')
  if ((await findReturn(tx, paid.id)) || (await isReversed(tx, paid.entry_id))) throw new Refusal('contribution_returned')
  await requirePastDay(tx, place.circleId, day)
  if (day < paid.day)
    throw new Refusal('invalid', { fields: [{ field: 'day', message: 'The bank cannot take it back before it was paid' }] })
  await requireNotGivenUp(tx, paid.entry_id)
  const id = newId()
  await tx.insertInto('contribution_returns').values({ id, contribution_id: paid.id, day, recorded_by: actor.id }).execute()
  const facts = { circle: place.circleId, payer: paid.payer, amountCents: paid.amount_cents, day }
  await writeAudit(tx, { act: 'contribution.return_recorded', by: actor, subject: ['contribution', paid.id], facts })
  const others = roles.members.filter((user) => user !== paid.payer && user !== actor.id)
  await tellOfMoney(tx, { kind: 'money_word_asked', circleId: place.circleId, callId: paid.call_id, people: others })
  const taken = await findReturn(tx, paid.id)
  if (taken && wordsNeeded(roles.members.length) === 0) await reverseIfConfirmed(tx, actor, paid, taken, roles.members)
  await publishCircleChange(tx, place.circleId, 'money')
}
