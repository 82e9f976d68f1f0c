import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireNotBeingBought } from '#server/shared/acquisitions/acquisitions.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { requireStage } from '#server/shared/stages/stages.ts'

export async function deleteProperty(tx: Tx, actor: Actor, id: string, site: Site): Promise<void> {
  if (!isId(id)) throw new Refusal('property_not_found')
  const found = await tx.selectFrom('properties').select('circle_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('property_not_found')
  // The lock orders this with votes: a parallel vote is either deleted too or refused.
  await lockCircle(tx, found.circle_id)
  // Votes that are due still get their result in the record.
  await closeDueFirst(tx, found.circle_id, site)
  await requireStage(tx, found.circle_id, 'change_properties')
  await requireNotBeingBought(tx, found.circle_id, id)
  const gone = await tx
    .updateTable('properties')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('circle_id')
    .executeTakeFirst()
  if (!gone) throw new Refusal('property_not_found')
  await tx.deleteFrom('preferences').where('property_id', '=', id).execute()
  await writeAudit(tx, { act: 'property.deleted', by: actor, subject: ['property', id], facts: { circle: gone.circle_id } })
  await publishCircleChange(tx, gone.circle_id, 'properties')
}
