import type { NewPaidBack } from '#contract/calls.ts'
import { Refusal } from '#contract/errors.ts'
import { accountKey } from '#domain/book-accounts.ts'
import { mayConfirmPaidBack } from '#domain/payment-words.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { readKept } from '#server/shared/calls/kept-money.ts'
import { tellOfMoney } from '#server/shared/calls/tell-of-calls.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { placeOf } from './find-contribution.ts'
import { lockForMoney, requireBankAccount, requireKeeper, requirePastDay } from './lock-for-money.ts'

export type PaidBackPlace = { readonly circleId: string; readonly paidBackId: string }

type Amount = { readonly receiver: string; readonly bankAccountId: string | null; readonly amountCents: number }

/** At most what is kept for the receiver and what is there. Another that waits to be confirmed counts as sent. */
async function requireThere(tx: Tx, circleId: string, { receiver, bankAccountId, amountCents }: Amount, except?: string): Promise<void> {
  const waiting = await tx
    .selectFrom('paid_backs')
    .select('amount_cents')
    .where('circle_id', '=', circleId)
    .where('receiver', '=', receiver)
    .where('withdrawn_at', 'is', null)
    .where('entry_id', 'is', null)
    .$if(except !== undefined, (rows) => rows.where('id', '<>', except ?? ''))
    .execute()
  const kept = (await readKept(tx, circleId)).get(receiver) ?? 0
  if (amountCents > kept - waiting.reduce((sum, row) => sum + row.amount_cents, 0)) throw new Refusal('more_than_kept')
  const there = (await readBalances(tx, circleId)).get(accountKey(placeOf(bankAccountId))) ?? 0
  if (amountCents > there) throw new Refusal('more_than_there')
}

async function findPaidBack(tx: Tx, { circleId, paidBackId }: PaidBackPlace) {
  const row = isId(paidBackId)
    ? await tx.selectFrom('paid_backs').selectAll().where('id', '=', paidBackId).where('circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!row || row.withdrawn_at || row.entry_id) throw new Refusal('paid_back_not_found')
  return row
}

/** The treasurer records that kept money was sent back. It is booked once its receiver, or another member, has confirmed it. */
export async function recordPaidBack(tx: Tx, actor: Actor, circleId: string, order: NewPaidBack, site: Site): Promise<string> {
  const roles = await lockForMoney(tx, circleId, actor, site)
  requireKeeper(roles)
  await requirePastDay(tx, circleId, order.day)
  const bankAccountId = await requireBankAccount(tx, circleId, order.bankAccountId)
  const { receiver, amountCents, day } = order
  if (!isId(receiver)) throw new Refusal('member_not_here')
  await requireThere(tx, circleId, { receiver, bankAccountId, amountCents })
  const id = newId()
  await tx
    .insertInto('paid_backs')
    .values({ id, circle_id: circleId, receiver, bank_account_id: bankAccountId, amount_cents: amountCents, day, recorded_by: actor.id })
    .execute()
  await writeAudit(tx, {
    act: 'paid_back.recorded',
    by: actor,
    subject: ['paid_back', id],
    facts: { circle: circleId, receiver, amountCents, day },
  })
  const { members } = roles
  const asked = members.filter((user) => mayConfirmPaidBack(user, { receiver, recordedBy: actor.id, members }))
  await tellOfMoney(tx, { kind: asked.includes(receiver) ? 'money_paid_back' : 'money_word_asked', circleId, callId: null, people: asked })
  await publishCircleChange(tx, circleId, 'money')
  return id
}

export async function confirmPaidBack(tx: Tx, actor: Actor, place: PaidBackPlace, site: Site): Promise<void> {
  await lockSelf(tx, actor)
  const { circleId } = place
  const { members } = await lockForMoney(tx, circleId, actor, site)
  const row = await findPaidBack(tx, place)
  const { receiver, recorded_by: recordedBy, amount_cents: amountCents, bank_account_id: bankAccountId } = row
  if (!mayConfirmPaidBack(actor.id, { receiver, recordedBy, members })) throw new Refusal('not_your_word')
  // A call may have used the money since.
  await requireThere(tx, circleId, { receiver, bankAccountId, amountCents }, row.id)
  await redeemStepUp(tx, actor, 'confirm_money')
  const entry = await writeEntry(tx, {
    circleId,
    kind: 'paid_back',
    day: row.day,
    lines: [
      { account: 'owed', person: receiver, amountCents },
      { ...placeOf(bankAccountId), amountCents: -amountCents },
    ],
    bookedBy: actor.id,
  })
  const confirmed = { confirmed_by: actor.id, confirmed_at: new Date(), entry_id: entry.id }
  await tx.updateTable('paid_backs').set(confirmed).where('id', '=', row.id).execute()
  await writeAudit(tx, {
    act: 'paid_back.confirmed',
    by: actor,
    subject: ['paid_back', row.id],
    facts: { circle: circleId, receiver, amountCents },
  })
  await publishCircleChange(tx, circleId, 'money')
}

export async function withdrawPaidBack(tx: Tx, actor: Actor, place: PaidBackPlace, site: Site): Promise<void> {
  await lockForMoney(tx, place.circleId, actor, site)
  const row = await findPaidBack(tx, place)
  if (row.recorded_by !== actor.id) throw new Refusal('not_allowed')
  await tx.updateTable('paid_backs').set({ withdrawn_at: new Date() }).where('id', '=', row.id).execute()
  await writeAudit(tx, { act: 'paid_back.withdrawn', by: actor, subject: ['paid_back', row.id], facts: { circle: place.circleId } })
  await publishCircleChange(tx, place.circleId, 'money')
}
