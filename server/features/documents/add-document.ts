import { sql } from 'kysely'
import type { z } from 'zod'
import type { addDocumentRequest, addVersionRequest } from '#contract/documents.ts'
import { type FieldProblem, Refusal } from '#contract/errors.ts'
import { mayAddVersion, mostDocuments, mostVersions } from '#domain/documents.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { tellAsked } from '#server/shared/documents/tell-of-documents.ts'
import { requireAttachable } from '#server/shared/files/attachable-file.ts'
import type { HashedFile } from '#server/shared/files/hash-upload.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { type DocumentPlace, findDocument, findMissing, lockAsMember } from './lock-as-member.ts'

type NewDocument = z.infer<typeof addDocumentRequest>
type NewVersion = z.infer<typeof addVersionRequest>
export type DocumentServices = { readonly store: FileStore; readonly publicUrl: string }

/** An appraisal has a value and a day, and nothing else has. */
function checkAppraisal(isAppraisal: boolean, { valueCents = null, day = null }: Pick<NewVersion, 'valueCents' | 'day'>): void {
  const problems: FieldProblem[] = [
    ...(isAppraisal && valueCents === null ? [{ field: 'valueCents', message: 'Please give the value' }] : []),
    ...(isAppraisal && day === null ? [{ field: 'day', message: 'Please give the day of the appraisal' }] : []),
    ...(!isAppraisal && (valueCents !== null || day !== null)
      ? [{ field: 'valueCents', message: 'Only an appraisal has a value and a day' }]
      : []),
  ]
  if (problems.length > 0) throw new Refusal('invalid', { fields: problems })
}

async function requireMembers(tx: Tx, circleId: string, people: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(people)]
  if (wanted.length === 0) return []
  const rows = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .where(sql<string>`user_id::text`, 'in', wanted)
    .execute()
  if (rows.length !== wanted.length)
    throw new Refusal('invalid', { fields: [{ field: 'signedElsewhere', message: 'Please choose members' }] })
  return rows.map(({ user_id }) => user_id)
}

type Version = NewVersion | (NewDocument & { readonly note?: string })
type Of = {
  readonly circleId: string
  readonly documentId: string
  readonly number: number
  readonly title: string
  readonly uploadedBy: string
  readonly isAppraisal: boolean
}

async function insertVersion(
  tx: Tx,
  actor: Actor,
  { circleId, documentId, number, title, uploadedBy, isAppraisal }: Of,
  file: HashedFile,
  form: Version,
  { store, publicUrl }: DocumentServices,
): Promise<void> {
  checkAppraisal(isAppraisal, form)
  const named = await requireMembers(tx, circleId, form.signedElsewhere ?? [])
  await requireAttachable(tx, store, actor, file.key, ['pdf', 'image', 'download'])
  if (await tx.selectFrom('document_versions').select('id').where('file_key', '=', file.key).executeTakeFirst())
    throw new Refusal('file_attached')
  // Whatever the upload was announced as, a document is read by the circle alone.
  await tx.updateTable('files').set({ is_public: false, is_viewable_by_any_user: false }).where('key', '=', file.key).execute()
  const id = newId()
  await tx
    .insertInto('document_versions')
    .values({
      id,
      document_id: documentId,
      circle_id: circleId,
      number,
      file_key: file.key,
      sha256: file.sha256,
      size: file.size,
      content_type: file.contentType,
      value_cents: form.valueCents ?? null,
      day: form.day ?? null,
      uploaded_by: actor.id,
    })
    .execute()
  await tx
    .insertInto('document_version_texts')
    .values({ version_id: id, note: form.note ?? '' })
    .execute()
  if (named.length > 0) {
    await tx
      .insertInto('signed_elsewhere')
      .values(named.map((user_id) => ({ version_id: id, user_id, named_by: actor.id })))
      .execute()
    await tellAsked(tx, { circleId, documentId, title, uploadedBy }, named, 'sign_named', publicUrl)
  }
  const facts = { circle: circleId, version: number, sha256: file.sha256 }
  await writeAudit(tx, { act: 'document.added', by: actor, subject: ['document', documentId], facts })
  await publishCircleChange(tx, circleId, 'documents')
}

/** Any member adds a document, from the moment every arc is held. */
export async function addDocument(
  tx: Tx,
  actor: Actor,
  circleId: string,
  file: HashedFile,
  form: NewDocument,
  services: DocumentServices,
): Promise<string> {
  await lockAsMember(tx, circleId, actor, services)
  if ((await readStage(tx, circleId)) === 'gathering') throw new Refusal('documents_not_yet')
  const { count } = await tx
    .selectFrom('documents')
    .select(sql<number>`count(*)`.as('count'))
    .where('circle_id', '=', circleId)
    .executeTakeFirstOrThrow()
  if (count >= mostDocuments) throw new Refusal('too_many_documents')
  const documentId = newId()
  const { title, shelf, isAppraisal, isShared } = form
  await tx
    .insertInto('documents')
    .values({ id: documentId, circle_id: circleId, shelf, is_appraisal: isAppraisal, uploaded_by: actor.id, is_shared: isShared })
    .execute()
  await tx.insertInto('document_texts').values({ document_id: documentId, title }).execute()
  await insertVersion(tx, actor, { circleId, documentId, number: 1, title, uploadedBy: actor.id, isAppraisal }, file, form, services)
  return documentId
}

/** The uploader adds a version, never while signatures are asked for. Signatures are not carried over. */
export async function addVersion(
  tx: Tx,
  actor: Actor,
  place: DocumentPlace,
  file: HashedFile,
  form: NewVersion,
  services: DocumentServices,
): Promise<void> {
  await lockAsMember(tx, place.circleId, actor, services)
  const document = await findDocument(tx, place)
  if (!mayAddVersion({ isUploader: document.uploaded_by === actor.id, isOwner: false, isTreasurer: false }))
    throw new Refusal('not_allowed')
  if ((await findMissing(tx, document.id)).length > 0) throw new Refusal('document_asked')
  if (document.newestNumber >= mostVersions) throw new Refusal('too_many_versions')
  const of = { ...place, number: document.newestNumber + 1, title: document.title, uploadedBy: document.uploaded_by }
  await insertVersion(tx, actor, { ...of, isAppraisal: document.is_appraisal }, file, form, services)
}
