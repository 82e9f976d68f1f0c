import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Tx } from '#server/db/connect.ts'
import { maySee, titleFor } from './export-visible.ts'

const documentTitleFor = (userId: string) =>
  sql<string | null>`case when ${maySee(userId)} then document_texts.title end`.as('document_title')

const readAdded = (tx: Tx, userId: string) =>
  tx
    .selectFrom('documents')
    .innerJoin('document_texts', 'document_texts.document_id', 'documents.id')
    .innerJoin('circles', 'circles.id', 'documents.circle_id')
    .select(['documents.id', 'documents.circle_id', 'documents.shelf', 'document_texts.title as document_title', titleFor(userId)])
    .where('documents.uploaded_by', '=', userId)
    .orderBy('documents.id')
    .execute()

const readVersions = (tx: Tx, userId: string) =>
  tx
    .selectFrom('document_versions')
    .innerJoin('document_version_texts', 'document_version_texts.version_id', 'document_versions.id')
    .select(['document_id', 'number', 'file_key', 'sha256', 'note', 'at'])
    .where('uploaded_by', '=', userId)
    .orderBy('number')
    .execute()

const selectSaid = (tx: Tx, userId: string) =>
  tx
    .selectFrom('document_versions')
    .innerJoin('document_texts', 'document_texts.document_id', 'document_versions.document_id')
    .innerJoin('circles', 'circles.id', 'document_versions.circle_id')
    .select(['document_versions.document_id', 'document_versions.number', 'document_versions.circle_id'])
    .select([titleFor(userId), documentTitleFor(userId)])

const readSignatures = (tx: Tx, userId: string) =>
  selectSaid(tx, userId)
    .innerJoin('signatures', 'signatures.version_id', 'document_versions.id')
    .innerJoin('signature_names', 'signature_names.signature_id', 'signatures.id')
    .select(['signatures.sha256', 'signature_names.name', 'signatures.consent_version', 'signatures.means', 'signatures.at'])
    .where('signatures.user_id', '=', userId)
    .orderBy('signatures.at')
    .execute()

const readDeclines = (tx: Tx, userId: string) =>
  selectSaid(tx, userId)
    .innerJoin('signature_requests', 'signature_requests.version_id', 'document_versions.id')
    .innerJoin('signature_declines', 'signature_declines.request_id', 'signature_requests.id')
    .leftJoin('signature_decline_texts as texts', (join) =>
      join.onRef('texts.request_id', '=', 'signature_declines.request_id').onRef('texts.user_id', '=', 'signature_declines.user_id'),
    )
    .select(['texts.words', 'signature_declines.at'])
    .where('signature_declines.user_id', '=', userId)
    .orderBy('signature_declines.at')
    .execute()

const readElsewhere = (tx: Tx, userId: string) =>
  selectSaid(tx, userId)
    .innerJoin('signed_elsewhere_words as said', 'said.version_id', 'document_versions.id')
    .select(['said.is_so', 'said.at'])
    .where('said.user_id', '=', userId)
    .orderBy('said.at')
    .execute()

type Said = Awaited<ReturnType<typeof readElsewhere>>[number]

const placeOf = (row: Omit<Said, 'is_so' | 'at'>) => ({
  document: row.document_id,
  title: row.document_title,
  circle: row.circle_id,
  circleTitle: row.title,
  version: row.number,
})

type DocumentData = Pick<Export, 'documents' | 'signatures' | 'signaturesDeclined' | 'signedElsewhere'>

/** Documents that the person added, and what they signed, did not sign, and said about papers. */
export async function readDocumentData(tx: Tx, userId: string): Promise<DocumentData> {
  const versions = await readVersions(tx, userId)
  return {
    documents: (await readAdded(tx, userId)).map((row) => ({
      _id: row.id,
      title: row.document_title,
      shelf: row.shelf,
      circle: row.circle_id,
      circleTitle: row.title,
      versions: versions
        .filter(({ document_id }) => document_id === row.id)
        .map(({ number, file_key, sha256, note, at }) => ({ number, file: file_key, sha256, note, at: at.toISOString() })),
    })),
    signatures: (await readSignatures(tx, userId)).map((row) => ({
      ...placeOf(row),
      sha256: row.sha256,
      name: row.name,
      consentVersion: row.consent_version,
      means: row.means,
      at: row.at.toISOString(),
    })),
    signaturesDeclined: (await readDeclines(tx, userId)).map((row) => ({
      ...placeOf(row),
      words: row.words ?? '',
      at: row.at.toISOString(),
    })),
    signedElsewhere: (await readElsewhere(tx, userId)).map((row) => ({ ...placeOf(row), isSo: row.is_so, at: row.at.toISOString() })),
  }
}
