import type { Tx } from '#server/db/connect.ts'
import { tellAsked } from './tell-of-documents.ts'

/**
 * Asks someone who took arcs over to sign what everyone was asked to sign, in its newest version. The caller has locked the circle and
 * given them the arcs. Someone who was asked before is not asked again.
 */
export async function askNewcomer(tx: Tx, circleId: string, userId: string, publicUrl: string): Promise<void> {
  const asked = await tx
    .selectFrom('signature_requests')
    .innerJoin('document_versions', 'document_versions.id', 'signature_requests.version_id')
    .innerJoin('documents', 'documents.id', 'document_versions.document_id')
    .innerJoin('document_texts', 'document_texts.document_id', 'documents.id')
    .select(['signature_requests.id', 'documents.id as documentId', 'documents.uploaded_by as uploadedBy', 'document_texts.title'])
    .where('signature_requests.circle_id', '=', circleId)
    .where('signature_requests.withdrawn_at', 'is', null)
    .where('signature_requests.is_of_all', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_versions as later')
            .select('later.id')
            .whereRef('later.document_id', '=', 'documents.id')
            .whereRef('later.number', '>', 'document_versions.number'),
        ),
      ),
    )
    .orderBy('documents.id')
    .execute()
  for (const { id, ...document } of asked) {
    const added = await tx
      .insertInto('signature_request_people')
      .values({ request_id: id, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 1n) await tellAsked(tx, { circleId, ...document }, [userId], 'sign_asked', publicUrl)
  }
}
