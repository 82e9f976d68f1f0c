import { sql } from 'kysely'
import type { CircleOwner } from '#contract/questions.ts'
import { calendarMonthOf, utc } from '#domain/dates.ts'
import { isPortraitKey } from '#domain/files.ts'
import { countsAsVerified } from '#domain/may/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { permissionColumns, permissionsOf } from '#server/sessions/permissions.ts'

/** The circle's present owner as everyone may see them, with their id, which is not for the answer. */
export async function findCircleOwner(
  db: Database | Tx,
  circleId: string,
): Promise<{ readonly id: string; readonly owner: CircleOwner } | null> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['users.id', 'users.first_name', 'users.profile_image_key', 'users.is_verified', 'users.created_at', 'users.about'])
    .select(['users.shows_about', 'circles.created_by', ...permissionColumns])
    .select(
      sql<number>`(select count(*) from memberships as own join circles as theirs on theirs.id = own.circle_id
        where own.user_id = users.id and own.ended_at is null and theirs.deleted_at is null and theirs.ended_at is null)`.as('circles'),
    )
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.is_owner', '=', true)
    .where('memberships.ended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const key = row.profile_image_key
  const shown = {
    firstName: row.first_name,
    isCreator: row.created_by === row.id,
    profileImageKey: key && isPortraitKey(key) ? key : null,
    // The month only: the moment of registering is nobody's business.
    memberSince: calendarMonthOf(row.created_at, utc),
    about: row.about,
  }
  const isVerified = countsAsVerified({ isVerified: row.is_verified, permissions: permissionsOf(row) })
  return { id: row.id, owner: { isVerified, circles: Number(row.circles), shown: row.shows_about ? shown : null } }
}
