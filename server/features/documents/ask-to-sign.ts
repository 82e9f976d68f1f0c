import { sql } from 'kysely'
import type { z } from 'zod'
import type { askToSignRequest } from '#contract/documents.ts'
import { Refusal } from '#contract/errors.ts'
import { mayAskToSign } from '#domain/documents.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { readHolders } from '#server/shared/documents/documents.ts'
import { markAnswered, tellAsked } from '#server/shared/documents/tell-of-documents.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { type DocumentPlace, findMissing, findRequest, lockAsMember, requireNewest } from './lock-as-member.ts'

/** Owner, treasurer or uploader ask holders to sign the newest version; an open request is widened. */
export async function askToSign(
  tx: Tx,
  actor: Actor,
  place: DocumentPlace,
  { versionId, people }: z.infer<typeof askToSignRequest>,
  site: Site,
): Promise<void> {
  const { circleId } = place
  const roles = await lockAsMember(tx, circleId, actor, site)
  const document = await requireNewest(tx, place, versionId)
  if (!mayAskToSign({ ...roles, isUploader: document.uploaded_by === actor.id })) throw new Refusal('not_allowed')
  if ((await readStage(tx, circleId)) === 'gathering') throw new Refusal('documents_not_yet')
  const holders = new Set((await readHolders(tx, circleId)).map(({ userId }) => userId))
  const wanted = people ? [...new Set(people)] : [...holders]
  if (wanted.length === 0 || wanted.some((person) => !holders.has(person))) throw new Refusal('nobody_to_ask')

  const open = await findRequest(tx, versionId)
  const isOfAll = !people
  const requestId = open?.id ?? newId()
  if (!open) {
    await tx
      .insertInto('signature_requests')
      .values({ id: requestId, version_id: versionId, circle_id: circleId, is_of_all: isOfAll, asked_by: actor.id })
      .execute()
  } else if (isOfAll && !open.is_of_all) {
    await tx.updateTable('signature_requests').set({ is_of_all: true }).where('id', '=', requestId).execute()
  }
  const added = await tx
    .insertInto('signature_request_people')
    .values(wanted.map((user_id) => ({ request_id: requestId, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  // Who signed under an earlier request of this version has signed it.
  const missing = new Set(await findMissing(tx, document.id))
  const asked = added.map(({ user_id }) => user_id).filter((person) => missing.has(person))
  if (asked.length === 0 && (open?.is_of_all ?? false) === isOfAll) throw new Refusal('asked_already')
  const subject = { circleId, documentId: document.id, title: document.title, uploadedBy: document.uploaded_by }
  await tellAsked(tx, subject, asked, 'sign_asked', site.publicUrl)
  const facts = { circle: circleId, version: document.newestNumber, people: asked.length, all: isOfAll }
  await writeAudit(tx, { act: 'document.signatures_asked', by: actor, subject: ['document', document.id], facts })
  await publishCircleChange(tx, circleId, 'documents')
}

/** Those who may ask may take the request back while a signature is missing. Signatures that were given stay. */
export async function withdrawRequest(tx: Tx, actor: Actor, place: DocumentPlace, versionId: string, site: Site): Promise<void> {
  const roles = await lockAsMember(tx, place.circleId, actor, site)
  const document = await requireNewest(tx, place, versionId)
  if (!mayAskToSign({ ...roles, isUploader: document.uploaded_by === actor.id })) throw new Refusal('not_allowed')
  const request = await findRequest(tx, versionId)
  const missing = await findMissing(tx, document.id)
  if (!request || missing.length === 0) throw new Refusal('nothing_asked')
  await tx
    .updateTable('signature_requests')
    .set({ withdrawn_at: sql<Date>`clock_timestamp()`, withdrawn_by: actor.id })
    .where('id', '=', request.id)
    .execute()
  for (const person of missing) await markAnswered(tx, place.circleId, person, 'sign_asked')
  const facts = { circle: place.circleId, version: document.newestNumber }
  await writeAudit(tx, { act: 'document.request_withdrawn', by: actor, subject: ['document', document.id], facts })
  await publishCircleChange(tx, place.circleId, 'documents')
}
