import { sql } from 'kysely'
import type { z } from 'zod'
import type { changeStepRequest, stepRequest } from '#contract/acquisition.ts'
import { Refusal } from '#contract/errors.ts'
import { decideSkipStep, follows, mayPlanSteps } from '#domain/acquisition-steps.ts'
import { mayDecide } from '#domain/may/circle.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { AcquisitionRow, StepRow } from '#server/shared/acquisitions/acquisitions.ts'
import { readStepFacts } from '#server/shared/acquisitions/step-facts.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findOwner } from '#server/shared/membership/notify-owner.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { lockSteps } from './lock-purchase.ts'

export type StepPlace = { readonly circleId: string; readonly stepId: string }

/** A step of this purchase as it stands; one of another circle is not found. */
export async function findStep(tx: Tx, acquisition: AcquisitionRow, stepId: string): Promise<StepRow> {
  const { steps } = await readStepFacts(tx, acquisition)
  const step = steps.find(({ id }) => id === stepId)
  if (!step) throw new Refusal('step_not_found')
  return step
}

/** Only people of the circle do its steps. */
async function requirePerson(tx: Tx, circleId: string, userId: string): Promise<string> {
  if (!isId(userId) || !(await findCirclePeople(tx, circleId)).includes(userId)) throw new Refusal('step_person_unfit')
  return userId
}

/** Money is sent by the owner or the treasurer only. */
async function requireSender(tx: Tx, circleId: string, userId: string): Promise<void> {
  const owner = await findOwner(tx, circleId)
  if (owner?.id !== userId && (await readTreasurer(tx, circleId)) !== userId)
    throw new Refusal('step_person_unfit', { error: 'The wire can be assigned to the owner or the treasurer only.' })
}

async function tellAssigned(
  tx: Tx,
  actor: Actor,
  { circleId, propertyId }: AcquisitionRow,
  userId: string | null | undefined,
): Promise<void> {
  if (userId && userId !== actor.id) await notify(tx, [userId], { kind: 'step_assigned', circleId, propertyId })
}

/** Adds a step at the end. */
export async function addStep(tx: Tx, actor: Actor, circleId: string, step: z.infer<typeof stepRequest>, site: Site): Promise<void> {
  const { acquisition, by } = await lockSteps(tx, circleId, actor, mayDecide, site)
  if (!mayPlanSteps(by)) throw new Refusal('not_allowed')
  if (acquisition.outcome !== null) throw new Refusal('acquisition_not_open')
  const assigned = step.assignedTo ? await requirePerson(tx, circleId, step.assignedTo) : null
  const id = newId()
  await tx
    .insertInto('acquisition_steps')
    .values({
      id,
      acquisition_id: acquisition.id,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from acquisition_steps where acquisition_id = ${acquisition.id})`,
      key: 'other',
      assigned_to: assigned,
      due_day: step.dueDay ?? null,
      added_by: actor.id,
    })
    .execute()
  await tx.insertInto('acquisition_step_texts').values({ step_id: id, title: step.title }).execute()
  await writeAudit(tx, { act: 'step.added', by: actor, subject: ['acquisition', acquisition.id], facts: { circle: circleId, step: id } })
  await tellAssigned(tx, actor, acquisition, assigned)
  await publishCircleChange(tx, circleId, 'circle')
}

/** Assigns a step, sets its day, or names its document. Absent fields stay; null takes away. */
export async function changeStep(
  tx: Tx,
  actor: Actor,
  { circleId, stepId }: StepPlace,
  change: z.infer<typeof changeStepRequest>,
  site: Site,
): Promise<void> {
  const { acquisition, by } = await lockSteps(tx, circleId, actor, mayDecide, site)
  if (!mayPlanSteps(by)) throw new Refusal('not_allowed')
  const step = await findStep(tx, acquisition, stepId)
  const { assignedTo, dueDay, documentVersionId } = change
  // A paper may come after a step is done. Who and when are of open steps only.
  if (step.state !== 'open' && (assignedTo !== undefined || dueDay !== undefined)) throw new Refusal('step_ended')
  // What all have signed is not exchanged once the purchase is over.
  if (documentVersionId !== undefined && follows(step.key) && acquisition.outcome !== null) throw new Refusal('acquisition_not_open')
  if (assignedTo) await requirePerson(tx, circleId, assignedTo)
  if (assignedTo && assignedTo !== step.assignedTo && step.key === 'wire') await requireSender(tx, circleId, assignedTo)
  if (documentVersionId) await requireDocumentVersion(tx, circleId, documentVersionId)
  const values = {
    ...(assignedTo !== undefined && { assigned_to: assignedTo }),
    ...(dueDay !== undefined && { due_day: dueDay }),
    ...(documentVersionId !== undefined && { document_version_id: documentVersionId }),
  }
  const fields = Object.keys(values)
  if (fields.length === 0) return
  await tx.updateTable('acquisition_steps').set(values).where('id', '=', step.id).where('acquisition_id', '=', acquisition.id).execute()
  const facts = { circle: circleId, step: step.id, key: step.key }
  await writeAudit(tx, { act: 'step.changed', by: actor, subject: ['acquisition', acquisition.id], fields, facts })
  if (assignedTo !== step.assignedTo) await tellAssigned(tx, actor, acquisition, assignedTo)
  await publishCircleChange(tx, circleId, 'circle')
}

/** Writes that a step is done or skipped. */
export async function endStep(
  tx: Tx,
  actor: Actor,
  acquisition: AcquisitionRow,
  step: StepRow,
  ended: { readonly state: 'done' } | { readonly state: 'skipped'; readonly reason: string },
): Promise<void> {
  await tx
    .updateTable('acquisition_steps')
    .set({ state: ended.state, ended_by: actor.id, ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', step.id)
    .where('acquisition_id', '=', acquisition.id)
    .execute()
  if (ended.state === 'skipped') {
    await tx.updateTable('acquisition_step_texts').set({ reason: ended.reason }).where('step_id', '=', step.id).execute()
  }
  const act = ended.state === 'done' ? 'step.done' : 'step.skipped'
  const facts = { circle: acquisition.circleId, step: step.id, key: step.key }
  await writeAudit(tx, { act, by: actor, subject: ['acquisition', acquisition.id], facts })
  await publishCircleChange(tx, acquisition.circleId, 'circle')
}

export async function skipStep(tx: Tx, actor: Actor, { circleId, stepId }: StepPlace, reason: string, site: Site): Promise<void> {
  const { acquisition, by } = await lockSteps(tx, circleId, actor, mayDecide, site)
  const step = await findStep(tx, acquisition, stepId)
  const decision = decideSkipStep(step, by)
  if (!decision.ok) throw new Refusal(decision.reason)
  await endStep(tx, actor, acquisition, step, { state: 'skipped', reason })
}
