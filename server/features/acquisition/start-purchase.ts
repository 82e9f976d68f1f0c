import { Refusal, refusals } from '#contract/errors.ts'
import { stepTemplate } from '#domain/acquisition-steps.ts'
import { mayManageCircle } from '#domain/may/circle.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readLatestAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { changeHolding } from '#server/shared/acquisitions/change-holding.ts'
import { writePurchaseRecord } from '#server/shared/acquisitions/purchase-record.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { openBankAccount } from '#server/shared/book/bank-accounts.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { endOffers } from '#server/shared/offers/end-offers.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'
import { conditionsOf, readStartBasis } from './start-options.ts'

async function writeSteps(tx: Tx, acquisitionId: string, structure: string | null, addedBy: string): Promise<void> {
  const steps = stepTemplate(structure).map(({ key, title }, index) => ({ id: newId(), key, title, position: index + 1 }))
  await tx
    .insertInto('acquisition_steps')
    .values(steps.map(({ id, key, position }) => ({ id, acquisition_id: acquisitionId, position, key, added_by: addedBy })))
    .execute()
  await tx
    .insertInto('acquisition_step_texts')
    .values(steps.map(({ id, title }) => ({ step_id: id, title })))
    .execute()
}

/** After a purchase that was given up the account is there already. */
async function openOperatingAccount(tx: Tx, circleId: string): Promise<void> {
  const known = await tx
    .selectFrom('bank_accounts')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('purpose', '=', 'operating')
    .limit(1)
    .executeTakeFirst()
  if (!known) await openBankAccount(tx, { circleId, purpose: 'operating', name: 'Operating', openedBy: null })
}

/** Starts buying a property that passed. Two starts at once wait for each other, and the second finds the purchase open. */
export async function startPurchase(tx: Tx, actor: Actor, circleId: string, propertyId: string, site: Site): Promise<string> {
  await lockCircleAs(tx, circleId, actor, mayManageCircle)
  await closeDueFirst(tx, circleId, site)
  await requireNotEnded(tx, circleId)
  const latest = await readLatestAcquisition(tx, circleId)
  if (latest && latest.outcome !== 'given_up') throw new Refusal('acquisition_open')
  const place = await findPropertyCircle(tx, propertyId)
  if (place?.circleId !== circleId) throw new Refusal('property_not_found')
  const basis = await readStartBasis(tx, circleId)
  const property = basis.passed.find(({ id }) => id === place.propertyId)
  const missing = conditionsOf(basis, property).filter(({ isMet }) => !isMet)
  if (missing.length > 0 || !property) {
    const words = missing.map((condition) => condition.words.toLowerCase()).join('; ')
    throw new Refusal('acquisition_not_possible', { error: `${refusals.acquisition_not_possible.error} Missing: ${words}.` })
  }
  const { structure } = await tx
    .selectFrom('circles')
    .select('ownership_structure as structure')
    .where('id', '=', circleId)
    .executeTakeFirstOrThrow()
  const id = newId()
  await tx
    .insertInto('acquisitions')
    .values({
      id,
      circle_id: circleId,
      property_id: property.id,
      record_id: property.recordId,
      price: property.price,
      structure: structure ?? 'other',
      charter_version: basis.charterVersion,
      started_by: actor.id,
    })
    .execute()
  await tx.insertInto('acquisition_texts').values({ acquisition_id: id }).execute()
  await writeSteps(tx, id, structure, actor.id)
  await openOperatingAccount(tx, circleId)
  await endOffers(tx, circleId, 'buying', { by: actor.id })
  await changeHolding(tx, circleId, 'buying')
  await writePurchaseRecord(tx, { circleId, acquisitionId: id, kind: 'buying_started', actorId: actor.id })
  await writeAudit(tx, {
    act: 'purchase.started',
    by: actor,
    subject: ['acquisition', id],
    facts: { circle: circleId, property: property.id },
  })
  const people = await findCirclePeople(tx, circleId, actor.id)
  await notify(tx, people, { kind: 'purchase_started', circleId, propertyId: property.id })
  return id
}
