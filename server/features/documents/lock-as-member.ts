import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

export type DocumentPlace = { readonly circleId: string; readonly documentId: string }

/** Who acts, for what domain/documents.ts decides. */
export type DocumentRoles = { readonly isOwner: boolean; readonly isTreasurer: boolean }

/** Locks the circle, closes what is due, and checks again that the actor is a member and the circle has not ended. */
export async function lockAsMember(tx: Tx, circleId: string, actor: Actor, site: Site): Promise<DocumentRoles> {
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, site)
  const relation = await findRelation(tx, circleId, actor)
  if (!relation?.isMember) throw new Refusal('circle_not_found')
  await requireNotEnded(tx, circleId)
  return { isOwner: relation.isOwner, isTreasurer: (await readTreasurer(tx, circleId)) === actor.id }
}

/** A document of this circle, with its newest version. The caller has locked the circle. */
export async function findDocument(tx: Tx, { circleId, documentId }: DocumentPlace) {
  const row = isId(documentId)
    ? await tx
        .selectFrom('documents')
        .innerJoin('document_texts', 'document_texts.document_id', 'documents.id')
        .innerJoin('document_versions', 'document_versions.document_id', 'documents.id')
        .select(['documents.id', 'documents.uploaded_by', 'documents.is_appraisal', 'documents.is_shared', 'document_texts.title'])
        .select(['document_versions.id as newestId', 'document_versions.number as newestNumber', 'document_versions.sha256'])
        .where('documents.id', '=', documentId)
        .where('documents.circle_id', '=', circleId)
        .orderBy('document_versions.number', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('document_not_found')
  return row
}

/** The newest version; an older one was superseded, one of another document is not found. */
export async function requireNewest(tx: Tx, place: DocumentPlace, versionId: string) {
  const document = await findDocument(tx, place)
  if (document.newestId === versionId) return document
  const older = isId(versionId)
    ? await tx
        .selectFrom('document_versions')
        .select('id')
        .where('id', '=', versionId)
        .where('document_id', '=', document.id)
        .executeTakeFirst()
    : undefined
  throw new Refusal(older ? 'document_superseded' : 'document_not_found')
}

/** The request that is open on a version. */
export const findRequest = (tx: Tx, versionId: string) =>
  tx
    .selectFrom('signature_requests')
    .select(['id', 'is_of_all', 'asked_by'])
    .where('version_id', '=', versionId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/** Who was asked and has not signed, of the present members. */
export async function findMissing(tx: Tx, documentId: string): Promise<string[]> {
  const rows = await tx.selectFrom('missing_signatures').select('user_id').where('document_id', '=', documentId).execute()
  return rows.flatMap(({ user_id }) => user_id ?? [])
}
