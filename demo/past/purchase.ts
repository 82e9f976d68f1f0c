import type { StepKey } from '#domain/acquisition-steps.ts'
import { changeStep, skipStep } from '#server/features/acquisition/change-steps.ts'
import { completeStep } from '#server/features/acquisition/complete-step.ts'
import { confirmSettlement, proposeSettlement } from '#server/features/acquisition/settle-purchase.ts'
import { startPurchase } from '#server/features/acquisition/start-purchase.ts'
import { confirmDetails } from '#server/features/where-to-pay/act-on-details.ts'
import { nameDetails } from '#server/features/where-to-pay/name-details.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { decideProperty } from './decide-property.ts'
import { confirmed, daysSince, type Life } from './life.ts'
import { memberOf } from './past.ts'

/** Everyone is ready to invest in the property; voting on it is over after a week. Returns its id. */
export function passProperty(life: Life, address: string, day: string): Promise<string> {
  const from = daysSince(life, day)
  const votes = life.circle.members.map((_, index) => [index, 'invest'] as const)
  return decideProperty(life.past, life.circle, { address, from, to: from - 7, votes })
}

/** Nobody wants to invest in the property; voting on it was over after two days. */
export async function declineProperty(life: Life, address: string, day: string, reason: string): Promise<void> {
  const from = daysSince(life, day)
  const votes = life.circle.members.map((_, index) => {
    const vote = [index, index === 1 ? 'veto' : 'watchList'] as const
    return index === 1 ? ([...vote, reason] as const) : vote
  })
  await decideProperty(life.past, life.circle, { address, from, to: from - 2, votes })
}

type Settlement = Parameters<typeof proposeSettlement>[3]
/** A title company, and the circle's bank, are called under numbers that others publish. */
export const numbers = {
  title: { number: '(303) 555-0142', found: 'On the state’s page of licences' },
  bank: { number: '(303) 555-0117', found: 'On the back of my own card of this bank' },
} as const
type Planned = Parameters<typeof changeStep>[3]
type Details = { readonly bankAccountId: string | null; readonly payee: string; readonly bank: string; readonly accountNumber: string }

/** The acts of a purchase, as the members of a circle do them. */
export function purchaseOf({ past, circle, site }: Life) {
  const { tx, dataKeys } = past
  const owner = memberOf(circle, 0)
  const placeOf = async (key: StepKey) => {
    const { id } = await tx
      .selectFrom('acquisition_steps')
      .innerJoin('acquisitions', 'acquisitions.id', 'acquisition_id')
      .select('acquisition_steps.id')
      .where('circle_id', '=', circle.id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return { circleId: circle.id, stepId: id }
  }
  return {
    start: (propertyId: string) => startPurchase(tx, owner, circle.id, propertyId, site),
    plan: async (key: StepKey, planned: Planned) => changeStep(tx, owner, await placeOf(key), planned, site),
    done: async (key: StepKey, by: Actor = owner, sent: Parameters<typeof completeStep>[3] = undefined) =>
      key === 'wire'
        ? confirmed(past, by, 'confirm_money', async (actor) => completeStep(tx, actor, await placeOf(key), sent, site))
        : completeStep(tx, by, await placeOf(key), sent, site),
    skip: async (key: StepKey, reason: string) => skipStep(tx, owner, await placeOf(key), reason, site),
    /** The owner names where to pay. */
    nameWhereToPay: (details: Details): Promise<string> =>
      confirmed(past, owner, 'where_to_pay', (actor) =>
        nameDetails(tx, dataKeys, actor, circle.id, { ...details, routingNumber: '021000021', iban: null }, site),
      ),
    /** Another member has called a number and says where they found it. */
    confirmWhereToPay: (by: Actor, detailsId: string, called: { readonly number: string; readonly found: string }) =>
      confirmed(past, by, 'where_to_pay', (actor) => confirmDetails(tx, actor, { circleId: circle.id, detailsId }, called, site)),
    /** The owner enters the settlement statement, and another member confirms it. */
    settle: async (second: Actor, statement: Settlement): Promise<void> => {
      await proposeSettlement(tx, owner, circle.id, statement, site)
      const { id } = await tx
        .selectFrom('settlements')
        .select('id')
        .where('circle_id', '=', circle.id)
        .where('kind', '=', 'purchase')
        .where('withdrawn_at', 'is', null)
        .executeTakeFirstOrThrow()
      await confirmed(past, second, 'confirm_money', (actor) => confirmSettlement(tx, actor, circle.id, id, site))
    },
  }
}
