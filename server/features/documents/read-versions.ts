import { sql } from 'kysely'
import type { DocumentVersion } from '#contract/documents.ts'
import { formerMember } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { fileNameOf } from '#server/shared/documents/documents.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

const selectRequests = (tx: Tx, versions: readonly string[]) =>
  tx
    .selectFrom('signature_requests')
    .selectAll()
    .where('version_id', 'in', [...versions])
    .where('withdrawn_at', 'is', null)
    .execute()

/** Everyone who was asked, in the order of asking, and when they signed: here, or elsewhere by their own word. */
const selectAsked = (tx: Tx, versions: readonly string[]) =>
  tx
    .selectFrom('signature_request_people as asked')
    .innerJoin('signature_requests', 'signature_requests.id', 'asked.request_id')
    .leftJoin('signatures', (join) =>
      join.onRef('signatures.version_id', '=', 'signature_requests.version_id').onRef('signatures.user_id', '=', 'asked.user_id'),
    )
    .leftJoin('signed_elsewhere_words as said', (join) =>
      join
        .onRef('said.version_id', '=', 'signature_requests.version_id')
        .onRef('said.user_id', '=', 'asked.user_id')
        .on('said.is_so', '=', true),
    )
    .leftJoin('signature_declines as declines', (join) =>
      join.onRef('declines.request_id', '=', 'asked.request_id').onRef('declines.user_id', '=', 'asked.user_id'),
    )
    .leftJoin('signature_decline_texts as texts', (join) =>
      join.onRef('texts.request_id', '=', 'asked.request_id').onRef('texts.user_id', '=', 'asked.user_id'),
    )
    .select(['signature_requests.version_id', 'asked.user_id', 'declines.at as declined_at', 'texts.words'])
    .select(({ fn }) => fn.coalesce('signatures.at', 'said.at').as('signed_at'))
    .select(
      sql<boolean>`exists (select from memberships where memberships.circle_id = signature_requests.circle_id
        and memberships.user_id = asked.user_id and memberships.ended_at is null)`.as('is_member'),
    )
    .where('signature_requests.version_id', 'in', [...versions])
    .where('signature_requests.withdrawn_at', 'is', null)
    .orderBy('asked.at')
    .orderBy('asked.user_id')
    .execute()

const countSignatures = (tx: Tx, versions: readonly string[]) =>
  tx
    .selectFrom('signatures')
    .select(['version_id', sql<number>`count(*)`.as('count')])
    .where('version_id', 'in', [...versions])
    .groupBy('version_id')
    .execute()

const selectElsewhere = (tx: Tx, versions: readonly string[]) =>
  tx
    .selectFrom('signed_elsewhere as named')
    .leftJoin('signed_elsewhere_words as said', (join) =>
      join.onRef('said.version_id', '=', 'named.version_id').onRef('said.user_id', '=', 'named.user_id'),
    )
    .select(['named.version_id', 'named.user_id', 'said.is_so', 'said.at'])
    .where('named.version_id', 'in', [...versions])
    .orderBy('named.user_id')
    .execute()

/** Versions by their ids. Brokers read the files, not who was asked and signed. */
export async function readVersions(tx: Tx, ids: readonly string[], isMember: boolean): Promise<ReadonlyMap<string, DocumentVersion>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_versions')
    .innerJoin('document_version_texts', 'document_version_texts.version_id', 'document_versions.id')
    .innerJoin('document_texts', 'document_texts.document_id', 'document_versions.document_id')
    .innerJoin('users', 'users.id', 'document_versions.uploaded_by')
    .selectAll('document_versions')
    .select(['document_texts.title', 'users.deleted_at as uploaderDeletedAt', 'document_version_texts.note'])
    .select(sql<string | null>`document_versions.day::text`.as('dayText'))
    .where('document_versions.id', 'in', [...ids])
    .execute()
  const signing = isMember ? ids : []
  const [requests, asked, counts, elsewhere] =
    signing.length === 0
      ? [[], [], [], []]
      : [
          await selectRequests(tx, signing),
          await selectAsked(tx, signing),
          await countSignatures(tx, signing),
          await selectElsewhere(tx, signing),
        ]
  const people = [
    rows.map((row) => row.uploaded_by),
    requests.map((row) => row.asked_by),
    [...asked, ...elsewhere].map((row) => row.user_id),
  ]
  const names = await readNames(tx, people.flat())
  const named = (id: string) => ({ _id: id, name: names.get(id) ?? formerMember })
  const requestOf = (versionId: string): DocumentVersion['request'] => {
    const request = requests.find(({ version_id }) => version_id === versionId)
    if (!request) return null
    const of = asked.filter(({ version_id }) => version_id === versionId)
    return {
      isOfAll: request.is_of_all,
      askedBy: named(request.asked_by),
      askedAt: request.asked_at.toISOString(),
      people: of.map((row) => ({
        ...named(row.user_id),
        isMember: row.is_member,
        signedAt: iso(row.signed_at),
        declinedAt: iso(row.declined_at),
        words: row.words || null,
      })),
    }
  }
  return new Map(
    rows.map((row) => [
      row.id,
      {
        _id: row.id,
        number: row.number,
        sha256: row.sha256,
        size: row.size,
        contentType: row.content_type,
        fileKey: row.file_key,
        fileName: fileNameOf(row),
        note: row.note,
        valueCents: row.value_cents,
        day: row.dayText,
        uploadedBy: named(row.uploaded_by),
        at: row.at.toISOString(),
        request: requestOf(row.id),
        signatures: counts.find(({ version_id }) => version_id === row.id)?.count ?? 0,
        elsewhere: elsewhere
          .filter(({ version_id }) => version_id === row.id)
          .map(({ user_id, is_so, at }) => ({ ...named(user_id), isSo: is_so, at: iso(at) })),
      },
    ]),
  )
}
