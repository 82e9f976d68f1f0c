import type { z } from 'zod'
import type { endStepRequest } from '#contract/acquisition.ts'
import { Refusal } from '#contract/errors.ts'
import { decideEndStep } from '#domain/acquisition-steps.ts'
import { calendarDayOf } from '#domain/dates.ts'
import { belongsToCircle } from '#domain/may/circle.ts'
import { decideTakingPart } from '#domain/may/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { AcquisitionRow } from '#server/shared/acquisitions/acquisitions.ts'
import { readStepFacts } from '#server/shared/acquisitions/step-facts.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readSendingAccounts } from '#server/shared/book/bank-accounts.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { readCircleZone, todayIn } from '#server/shared/circles/circle-zone.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { readPassedLoans } from '#server/shared/deciding/passed-loans.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { isWhereToPayUsable } from '#server/shared/pay-details/pay-details.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { endStep, type StepPlace } from './change-steps.ts'
import { lockSteps } from './lock-purchase.ts'

export type Buying = Site & { readonly noticeSeconds: number }

/** A business day of the purchase: not before it began, and not in the future. */
export async function requireDayOfPurchase(tx: Tx, { circleId, startedAt }: AcquisitionRow, day: string): Promise<void> {
  const first = calendarDayOf(startedAt, await readCircleZone(tx, circleId))
  if (day < first || day > (await todayIn(tx, circleId))) throw new Refusal('day_not_here')
}

/**
 * Books what was sent to the title company. If all was paid to it directly, the circle's accounts are empty, nothing is sent and nothing booked.
 */
async function bookWire(tx: Tx, actor: Actor, acquisition: AcquisitionRow, sent: z.infer<typeof endStepRequest>): Promise<void> {
  const { circleId } = acquisition
  const accounts = await readSendingAccounts(tx, circleId, await readBalances(tx, circleId))
  const account = sent?.bankAccountId ? accounts.find(({ _id }) => _id === sent.bankAccountId) : accounts[0]
  if (!account) throw new Refusal('bank_account_not_found')
  const amountCents = sent?.amountCents ?? null
  if (amountCents === null && !sent?.isFurther && accounts.every(({ cashCents }) => cashCents <= 0)) return
  if (amountCents === null) throw new Refusal('wire_amount_missing')
  if (amountCents > account.cashCents) throw new Refusal('too_little_cash')
  const day = sent?.day ?? (await todayIn(tx, circleId))
  await requireDayOfPurchase(tx, acquisition, day)
  await writeEntry(tx, {
    circleId,
    kind: 'wire',
    day,
    lines: [
      { account: 'held', heldBy: 'title', amountCents },
      { account: 'cash', bankAccount: account._id, amountCents: -amountCents },
    ],
    bookedBy: actor.id,
    words: sent?.isFurther ? 'Sent to the title company besides' : 'Sent to the title company',
    acquisitionId: acquisition.id,
  })
  await publishCircleChange(tx, circleId, 'money')
}

/** As `verifiedInvestor` does for a whole route: money is sent by verified people only. */
function requireTakingPart(actor: Actor): void {
  const decision = decideTakingPart(actor)
  if (!decision.ok) throw new Refusal(decision.reason)
}

const isWire = async (tx: Tx, stepId: string): Promise<boolean> =>
  isId(stepId) && (await tx.selectFrom('acquisition_steps').select('key').where('id', '=', stepId).executeTakeFirst())?.key === 'wire'

/** Someone says that a step is done; of the wire with a step-up. Brokers do so for steps assigned to them. */
export async function completeStep(
  tx: Tx,
  actor: Actor,
  { circleId, stepId }: StepPlace,
  sent: z.infer<typeof endStepRequest>,
  { publicUrl, noticeSeconds }: Buying,
): Promise<void> {
  if (await isWire(tx, stepId)) await lockSelf(tx, actor)
  const { acquisition, by } = await lockSteps(tx, circleId, actor, belongsToCircle, { publicUrl })
  const { steps } = await readStepFacts(tx, acquisition)
  const step = steps.find(({ id }) => id === stepId)
  if (!step) throw new Refusal('step_not_found')
  if (step.key === 'wire') requireTakingPart(actor)
  const decision = decideEndStep(step, steps, by, {
    isLoanPassed: (await readPassedLoans(tx, circleId)).length > 0,
    isWhereToPayUsable: await isWhereToPayUsable(tx, circleId, null, noticeSeconds),
    isFurther: sent?.isFurther ?? false,
  })
  if (!decision.ok) throw new Refusal(decision.reason)
  const isSentAgain = step.state === 'done'
  if (isSentAgain && acquisition.outcome !== null) throw new Refusal('acquisition_not_open')
  if (step.key === 'wire') {
    await redeemStepUp(tx, actor, 'confirm_money')
    await bookWire(tx, actor, acquisition, sent)
  }
  if (isSentAgain) {
    const facts = { circle: circleId, step: step.id, key: step.key }
    return writeAudit(tx, { act: 'step.done', by: actor, subject: ['acquisition', acquisition.id], facts })
  }
  await endStep(tx, actor, acquisition, step, { state: 'done' })
}
