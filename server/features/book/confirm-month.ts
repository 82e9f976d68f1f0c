import { sql } from 'kysely'
import type { z } from 'zod'
import type { confirmMonthRequest, sendBackRequest } from '#contract/book-months.ts'
import { Refusal } from '#contract/errors.ts'
import { confirmMonthRefusalWords, decideConfirmMonth, mayConfirmMonth, monthReasonWords } from '#domain/month-close.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readMonthPeople } from '#server/shared/book/month-people.ts'
import { findMembers } from '#server/shared/deciding/mail-members.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { readBankFacts } from './bank-facts.ts'
import { type Booking, lockBook } from './lock-book.ts'
import { isSentBack, readWordlessSuspense, standingsOf } from './month-standing.ts'
import { offerMonth } from './offer-month.ts'

type Place = { readonly circleId: string; readonly month: string }

const refuse = (error: string): Refusal => new Refusal('month_refused', { error })

/** Closes a month: someone who had no part in it has typed the balance of each account from the bank's own statement, and it is the expected one. */
export async function confirmMonth(
  tx: Tx,
  actor: Actor,
  { circleId, month }: Place,
  { balances }: z.infer<typeof confirmMonthRequest>,
  booking: Booking,
): Promise<void> {
  const { today } = await lockBook(tx, circleId, actor, booking)
  await redeemStepUp(tx, actor, 'confirm_money')
  if (await isSentBack(tx, circleId, month)) throw refuse(confirmMonthRefusalWords.month_sent_back)
  const people = await readMonthPeople(tx, circleId, month)
  const standings = standingsOf(await readBankFacts(tx, circleId), month, today, await readWordlessSuspense(tx, circleId))
  if (standings.length === 0) throw refuse(confirmMonthRefusalWords.month_not_ready)
  const rows = standings.map(({ account, standing }) => {
    const typed = balances.filter(({ bankAccountId }) => bankAccountId === account.id)
    const [only] = typed
    if (!only || typed.length > 1) throw refuse(`Please type the balance of ${account.name}.`)
    const decision = decideConfirmMonth(standing, actor.id, people, only.typedCents)
    if (!decision.ok) {
      const [reason] = standing.reasons
      const more = decision.reason === 'month_not_ready' && reason ? ` ${monthReasonWords(reason)}` : ''
      throw refuse(`${confirmMonthRefusalWords[decision.reason]}${more}`)
    }
    return { account, standing, typedCents: only.typedCents }
  })
  const first = `${month}-01`
  const { ordinal } = await tx
    .insertInto('month_closings')
    .values({ circle_id: circleId, month: first, closed_by: actor.id })
    .returning('ordinal')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('month_balances')
    .values(
      rows.map(({ account, standing, typedCents }) => ({
        circle_id: circleId,
        month: first,
        ordinal,
        bank_account_id: account.id,
        typed_cents: typedCents,
        book_cents: standing.bookCents,
        outstanding_cents: standing.outstandingCents,
      })),
    )
    .execute()
  await writeAudit(tx, { act: 'month.closed', by: actor, subject: ['circle', circleId], facts: { month } })
  const others = (await findMembers(tx, circleId)).filter((person) => person !== actor.id)
  await notify(tx, others, { kind: 'month_closed', circleId, facts: { month } })
  // Ends the offer of this month, and offers the next one if it agrees already.
  await offerMonth(tx, circleId, booking)
  await publishCircleChange(tx, circleId, 'money')
}

/** Says what is not right. The month is offered again after the treasurer has done something. */
export async function sendMonthBack(
  tx: Tx,
  actor: Actor,
  { circleId, month }: Place,
  { words }: z.infer<typeof sendBackRequest>,
  booking: Booking,
): Promise<void> {
  await lockBook(tx, circleId, actor, booking)
  const may = mayConfirmMonth(actor.id, await readMonthPeople(tx, circleId, month))
  if (!may.ok) throw refuse(confirmMonthRefusalWords[may.reason])
  const offer = await tx
    .selectFrom('month_offers')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('month', '=', `${month}-01`)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!offer) throw refuse(confirmMonthRefusalWords.month_not_ready)
  await tx
    .updateTable('month_offers')
    .set({ ended_at: sql<Date>`clock_timestamp()`, sent_back_by: actor.id })
    .where('id', '=', offer.id)
    .execute()
  await tx.insertInto('month_offer_texts').values({ offer_id: offer.id, words }).execute()
  await writeAudit(tx, { act: 'month.sent_back', by: actor, subject: ['circle', circleId], facts: { month } })
  const treasurer = await readBookkeeper(tx, circleId)
  if (treasurer) await notify(tx, [treasurer], { kind: 'month_sent_back', circleId, facts: { month } })
  await publishCircleChange(tx, circleId, 'money')
}
