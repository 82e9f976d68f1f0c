import { sql } from 'kysely'
import { noticePath } from '#contract/notice-path.ts'
import type { Notice } from '#contract/notices.ts'
import { type NoticeDetails, type NoticeKind, noticeWords } from '#domain/notices.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** A person's notices, with title and address as they were at the time. Notices of deleted circles and properties are left out. */
export const selectNotices = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('notices')
    .leftJoin('circles', 'circles.id', 'notices.circle_id')
    .leftJoin('properties', 'properties.id', 'notices.property_id')
    .selectAll('notices')
    .where('notices.user_id', '=', userId)
    .where('circles.deleted_at', 'is', null)
    .where('properties.deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof selectNotices>['executeTakeFirstOrThrow']>>

export function toNotice(row: Row): Notice {
  const kind = row.kind as NoticeKind
  return {
    _id: row.id,
    kind,
    words: noticeWords({
      kind,
      facts: row.facts as NoticeDetails,
      circleTitle: row.circle_title,
      address: row.address,
      motionTitle: row.motion_title,
    }),
    path: noticePath({
      kind,
      circle: row.circle_id,
      property: row.property_id,
      motion: row.motion_id,
      call: (row.facts as NoticeDetails).call,
      distribution: (row.facts as NoticeDetails).distribution,
      offer: (row.facts as NoticeDetails).offer,
      month: (row.facts as NoticeDetails).month,
      year: (row.facts as NoticeDetails).year,
    }),
    circle: row.circle_id === null ? null : { _id: row.circle_id, title: row.circle_title ?? '' },
    property: row.property_id === null ? null : { _id: row.property_id, address: row.address ?? '' },
    motion: row.motion_id === null ? null : { _id: row.motion_id, title: row.motion_title ?? '' },
    at: row.at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }
}

type InboxQuery = { readonly page: number; readonly pageSize: number; readonly onlyUnread: boolean }

export async function readInbox(db: Database, userId: string, { page, pageSize, onlyUnread }: InboxQuery) {
  const all = selectNotices(db, userId)
  const wanted = onlyUnread ? all.where('notices.read_at', 'is', null) : all
  const counts = await all
    .clearSelect()
    .select([sql<number>`count(*)`.as('total'), sql<number>`count(*) filter (where notices.read_at is null)`.as('unread')])
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .orderBy('notices.at', 'desc')
    .orderBy('notices.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items: rows.map(toNotice), total: onlyUnread ? counts.unread : counts.total, unread: counts.unread, page, pageSize }
}

export async function countUnread(db: Database | Tx, userId: string): Promise<number> {
  const { unread } = await selectNotices(db, userId)
    .where('notices.read_at', 'is', null)
    .clearSelect()
    .select(sql<number>`count(*)`.as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** All notices, for the data export. */
export const readAllNotices = async (db: Database | Tx, userId: string): Promise<Notice[]> =>
  (await selectNotices(db, userId).orderBy('notices.at').execute()).map(toNotice)
