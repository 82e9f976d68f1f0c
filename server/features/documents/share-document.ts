import { Refusal } from '#contract/errors.ts'
import { mayShare } from '#domain/documents.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { type DocumentPlace, findDocument, lockAsMember } from './lock-as-member.ts'

/** Shows all versions of a document to the circle's brokers, or takes that back. */
export async function shareDocument(tx: Tx, actor: Actor, place: DocumentPlace, isShared: boolean, site: Site): Promise<void> {
  const roles = await lockAsMember(tx, place.circleId, actor, site)
  const document = await findDocument(tx, place)
  if (!mayShare({ ...roles, isUploader: document.uploaded_by === actor.id })) throw new Refusal('not_allowed')
  if (document.is_shared === isShared) return
  await tx.updateTable('documents').set({ is_shared: isShared }).where('id', '=', document.id).execute()
  const act = isShared ? 'document.shared' : 'document.unshared'
  await writeAudit(tx, { act, by: actor, subject: ['document', document.id], facts: { circle: place.circleId } })
  await publishCircleChange(tx, place.circleId, 'documents')
}
