import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { documentLink } from '#contract/acquisition.ts'
import { Refusal } from '#contract/errors.ts'
import type { Shelf } from '#domain/documents.ts'
import { displayNameOf } from '#domain/files.ts'
import { fullName } from '#domain/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

export type DocumentLink = z.infer<typeof documentLink>

export type KnownVersion = {
  readonly documentId: string
  readonly versionId: string
  readonly title: string
  readonly version: number
  readonly sha256: string
  readonly shelf: Shelf
  readonly uploadedBy: string
}

const selectVersions = (db: Database | Tx) =>
  db
    .selectFrom('document_versions')
    .innerJoin('documents', 'documents.id', 'document_versions.document_id')
    .innerJoin('document_texts', 'document_texts.document_id', 'documents.id')
    .select([
      'documents.id as documentId',
      'document_versions.id as versionId',
      'document_texts.title',
      'document_versions.number as version',
      'document_versions.sha256',
      'documents.uploaded_by as uploadedBy',
    ])
    .select(sql<Shelf>`documents.shelf`.as('shelf'))

type NamedFile = { readonly file_key: string; readonly title: string; readonly uploaderDeletedAt: Date | null }

/** The name of a version's file as its uploader gave it; once they are erased the document's title, because the name may name them. */
export const fileNameOf = ({ file_key, title, uploaderDeletedAt }: NamedFile): string =>
  uploaderDeletedAt === null ? displayNameOf(file_key) : title || 'A document'

/** A version of a document of this circle. One of another circle is not found. */
export async function requireDocumentVersion(tx: Database | Tx, circleId: string, versionId: string): Promise<KnownVersion> {
  const row = isId(versionId)
    ? await selectVersions(tx).where('document_versions.id', '=', versionId).where('documents.circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('document_not_found')
  return row
}

/** What other pages show of versions of documents, by the version's id. */
export async function readDocumentLinks(db: Database | Tx, versionIds: readonly string[]): Promise<ReadonlyMap<string, DocumentLink>> {
  const wanted = [...new Set(versionIds)].filter(isId)
  if (wanted.length === 0) return new Map()
  const rows = await selectVersions(db).where('document_versions.id', 'in', wanted).execute()
  return new Map(rows.map(({ documentId, versionId, title, version }) => [versionId, { documentId, versionId, title, version }]))
}

/** In SQL: whether this person signed the version here, or said themselves that they signed it elsewhere. */
export const hasSigned = (versionId: string | RawBuilder<unknown>, userId: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from signatures where signatures.version_id = ${versionId} and signatures.user_id = ${userId})
    or exists (select from signed_elsewhere_words
      where signed_elsewhere_words.version_id = ${versionId} and signed_elsewhere_words.user_id = ${userId} and is_so))`

type Holder = { readonly userId: string; readonly name: string }
type Signer = Holder & { readonly hasSigned: boolean }

const selectHolders = (db: Database | Tx, circleId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.first_name as firstName', 'users.last_name as lastName'])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.ended_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('arcs').select('arcs.number').whereRef('arcs.membership_id', '=', 'memberships.id')),
    )
    .orderBy('memberships.created_at')
    .orderBy('memberships.id')

/** Everyone who holds arcs now, the longest member first. */
export async function readHolders(db: Database | Tx, circleId: string): Promise<readonly Holder[]> {
  const rows = await selectHolders(db, circleId).execute()
  return rows.map((row) => ({ userId: row.id, name: fullName(row) }))
}

/** Everyone who holds arcs now, and whether they signed this version. */
export async function readSigners(db: Database | Tx, circleId: string, versionId: string): Promise<readonly Signer[]> {
  const rows = await selectHolders(db, circleId)
    .select(hasSigned(sql`${versionId}::uuid`, sql.ref('memberships.user_id')).as('hasSigned'))
    .execute()
  return rows.map((row) => ({ userId: row.id, name: fullName(row), hasSigned: row.hasSigned }))
}

/** Whether every present holder has signed this version. A circle without holders has signed nothing. */
export async function hasEveryoneSigned(db: Database | Tx, circleId: string, versionId: string): Promise<boolean> {
  const signers = await readSigners(db, circleId, versionId)
  return signers.length > 0 && signers.every((signer) => signer.hasSigned)
}
