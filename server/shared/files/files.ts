import { type Selectable, sql } from 'kysely'
import { putSeconds, type UploadQuota, type UploadType, uploadLimits } from '#domain/files.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Files } from '#server/db/schema.generated.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { belongsTo } from '#server/shared/circle-people/circle-people.ts'
import { hasSigned } from '#server/shared/documents/documents.ts'
import type { Upload } from '#server/storage/file-store.ts'

type FileRow = Selectable<Files>

/** The cast is safe: only allowed types are ever inserted. */
export const uploadOf = (row: FileRow): Upload => ({
  key: row.key,
  contentType: row.content_type as UploadType,
  size: row.announced_size,
})

/**
 * What an account has uploaded so far. Locks the account's uploads until the transaction ends, so that two parallel uploads count each
 * other. An unfinished upload counts as long as its signed URL is valid.
 */
export async function lockUploadUse(tx: Tx, ownerId: string): Promise<UploadQuota> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${ownerId}`}, 0))`.execute(tx)
  const bytes = sql`coalesce(size, case when created_at > now() - make_interval(secs => ${putSeconds})
    then coalesce(announced_size, ${uploadLimits.bytes}) else 0 end)`
  const { rows } = await sql<Record<'dayFiles' | 'dayBytes' | 'looseFiles' | 'looseBytes' | 'files' | 'bytes', number>>`
    select count(*) as files, coalesce(sum(${bytes}), 0)::bigint as bytes,
      count(*) filter (where created_at > now() - interval '1 day') as "dayFiles",
      coalesce(sum(${bytes}) filter (where created_at > now() - interval '1 day'), 0)::bigint as "dayBytes",
      count(*) filter (where attached_at is null) as "looseFiles",
      coalesce(sum(${bytes}) filter (where attached_at is null), 0)::bigint as "looseBytes"
    from files where owner_id = ${ownerId} and not is_seed`.execute(tx)
  const [use] = rows
  if (!use) throw new Error('a sum answers one row')
  return {
    day: { files: use.dayFiles, bytes: use.dayBytes },
    unattached: { files: use.looseFiles, bytes: use.looseBytes },
    total: { files: use.files, bytes: use.bytes },
  }
}

export async function markAttached(tx: Tx, key: string): Promise<void> {
  await tx.updateTable('files').set({ attached_at: sql<Date>`now()` }).where('key', '=', key).where('attached_at', 'is', null).execute()
}

/** Returns false if the key is already taken. */
export async function insertUpload(
  tx: Tx,
  file: { key: string; owner: string; contentType: UploadType; size: number | null; isPublic: boolean; isViewableByAnyUser: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('files')
    .values({
      key: file.key,
      owner_id: file.owner,
      content_type: file.contentType,
      announced_size: file.size,
      is_public: file.isPublic,
      is_viewable_by_any_user: file.isViewableByAnyUser,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findFile = (db: Database, key: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirst()

/** Locks the row until the transaction ends, so that finishing and sweeping one upload don't overlap. */
export const lockFile = (tx: Tx, key: string): Promise<FileRow | undefined> =>
  tx.selectFrom('files').selectAll().where('key', '=', key).forUpdate().executeTakeFirst()

export async function markStored(tx: Tx, key: string, size: number): Promise<void> {
  await tx.updateTable('files').set({ size, stored_at: sql<Date>`now()` }).where('key', '=', key).execute()
}

/** Whether a row of `files` is shown somewhere, or once was when a vote closed. */
export const isInUse = sql<boolean>`(exists (select from property_pictures where property_pictures.image_key = files.key)
  or exists (select from users where users.profile_image_key = files.key)
  or exists (select from decision_record where decision_record.image_key = files.key)
  or exists (select from document_versions where document_versions.file_key = files.key))`

/** A file without owner waits to be deleted: its person was erased, or it was replaced. What it was uploaded for no longer counts. */
const isOwned = sql<boolean>`(files.is_seed or files.owner_id is not null)`

/** The picture of someone who shows who they are on the public pages of the circles that they own. */
const isShownPortrait = sql<boolean>`exists (select from users
  join memberships on memberships.user_id = users.id and memberships.is_owner and memberships.ended_at is null
  join circles on circles.id = memberships.circle_id and circles.deleted_at is null
  where users.profile_image_key = files.key and users.shows_about and users.deleted_at is null)`

/** A picture of a property that an administrator has hidden. If another property shows it too, that one's members can still read it. */
const isOfHiddenProperty = sql<boolean>`exists (select from property_pictures
  join properties on properties.id = property_pictures.property_id
  where property_pictures.image_key = files.key and properties.hidden_at is not null)`

/** A file of a circle's documents. Administrators don't read them. */
const isDocument = sql<boolean>`exists (select from document_versions where document_versions.file_key = files.key)`

/** A file of a circle's documents, for its members, for its brokers if it is shared with them, and for who signed this version. */
const isDocumentFor = (userId: string) => sql<boolean>`exists (select from document_versions
  join documents on documents.id = document_versions.document_id
  join circles on circles.id = documents.circle_id and circles.deleted_at is null
  where document_versions.file_key = files.key
    and (exists (select from memberships where memberships.circle_id = circles.id and memberships.user_id = ${userId} and memberships.ended_at is null)
      or ${hasSigned(sql.ref('document_versions.id'), userId)}
      or (documents.is_shared and exists (select from broker_assignments
        where broker_assignments.circle_id = circles.id and broker_assignments.broker_id = ${userId}))))`

/** The file, if this person (null: a visitor) may read it. */
export function findReadable(db: Database, actor: Actor | null, key: string): Promise<FileRow | undefined> {
  const file = db.selectFrom('files').selectAll().where('key', '=', key)
  if (actor && mayReadEverything(actor)) {
    return file
      .where(({ or, and, not, eb }) =>
        or([and([or([isOwned, isInUse]), not(isDocument)]), eb('owner_id', '=', actor.id), isDocumentFor(actor.id)]),
      )
      .executeTakeFirst()
  }
  if (!actor)
    return file
      .where(({ or, and, eb, not }) => or([and([eb('is_public', '=', true), not(isOfHiddenProperty)]), isShownPortrait]))
      .where(isOwned)
      .executeTakeFirst()
  return file
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        and([isOwned, or([eb('is_public', '=', true), eb('is_viewable_by_any_user', '=', true)]), not(isOfHiddenProperty)]),
        eb('owner_id', '=', actor.id),
        isDocumentFor(actor.id),
        exists(selectFrom('users').select('users.id').where('users.profile_image_key', '=', key).where('users.deleted_at', 'is', null)),
        exists(
          selectFrom('property_pictures')
            .innerJoin('properties', 'properties.id', 'property_pictures.property_id')
            .innerJoin('circles', 'circles.id', 'properties.circle_id')
            .select('properties.id')
            .where('property_pictures.image_key', '=', key)
            .where('properties.deleted_at', 'is', null)
            .where('properties.hidden_at', 'is', null)
            .where('circles.deleted_at', 'is', null)
            .where(belongsTo(sql.ref('circles.id'), actor.id)),
        ),
      ]),
    )
    .executeTakeFirst()
}
