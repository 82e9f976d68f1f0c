import { Refusal } from '#contract/errors.ts'
import { mayReadOwn } from '#domain/may/circle.ts'
import { formerMember } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireMay } from '#server/shared/circles/relation.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { fileNameOf, hasSigned, requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { leftAt } from '#server/shared/membership/left-at.ts'
import type { CertificateFacts } from './certificate-pdf.ts'
import type { DocumentPlace } from './lock-as-member.ts'

/**
 * What the certificate of a version says; refused while nobody has signed it. A former member reads it of what they signed, with the
 * signatures up to the day they left.
 */
export async function readCertificate(
  tx: Tx,
  { circleId, documentId, versionId }: DocumentPlace & { readonly versionId: string },
  actor: Actor,
): Promise<CertificateFacts> {
  const known = await requireDocumentVersion(tx, circleId, versionId)
  if (known.documentId !== documentId) throw new Refusal('document_not_found')
  const { isFormer } = await requireMay(tx, circleId, actor, mayReadOwn)
  const version = await tx
    .selectFrom('document_versions')
    .innerJoin('circles', 'circles.id', 'document_versions.circle_id')
    .innerJoin('users', 'users.id', 'document_versions.uploaded_by')
    .select([
      'circles.title as circleTitle',
      'users.deleted_at as uploaderDeletedAt',
      'document_versions.file_key',
      'document_versions.size',
      'document_versions.at',
    ])
    .where('document_versions.id', '=', versionId)
    .$if(isFormer, (versions) => versions.where(hasSigned(versionId, actor.id)))
    .executeTakeFirst()
  if (!version) throw new Refusal('document_not_found')
  const signatures = await tx
    .selectFrom('signatures')
    .innerJoin('signature_names', 'signature_names.signature_id', 'signatures.id')
    .select(['signature_names.name', 'signatures.means', 'signatures.consent_version', 'signatures.at'])
    .where('signatures.version_id', '=', versionId)
    .$if(isFormer, (rows) => rows.where('signatures.at', '<=', leftAt(circleId, actor.id)))
    .orderBy('signatures.at')
    .orderBy('signatures.id')
    .execute()
  const elsewhere = await tx
    .selectFrom('signed_elsewhere_words')
    .select(['user_id', 'at'])
    .where('version_id', '=', versionId)
    .where('is_so', '=', true)
    .$if(isFormer, (rows) => rows.where('at', '<=', leftAt(circleId, actor.id)))
    .orderBy('at')
    .orderBy('user_id')
    .execute()
  if (signatures.length + elsewhere.length === 0) throw new Refusal('nothing_signed')
  const names = await readNames(
    tx,
    elsewhere.map(({ user_id }) => user_id),
  )
  return {
    circleTitle: version.circleTitle,
    title: known.title || 'A document',
    version: known.version,
    addedAt: version.at.toISOString(),
    fileName: fileNameOf({ ...version, title: known.title }),
    size: version.size,
    sha256: known.sha256,
    signatures: signatures.map((row) => ({
      name: row.name,
      means: row.means === 'passkey' ? 'passkey' : 'password',
      consentVersion: row.consent_version,
      at: row.at.toISOString(),
    })),
    elsewhere: elsewhere.map(({ user_id, at }) => ({ name: names.get(user_id) ?? formerMember, at: at.toISOString() })),
  }
}
