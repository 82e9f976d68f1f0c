import { sql } from 'kysely'
import { paths, withInvite } from '#contract/paths.ts'
import { readWish } from '#contract/read-wish.ts'
import type { SavedWish } from '#contract/wishes.ts'
import { maySeeCircle } from '#domain/may/circle.ts'
import { noPermissions } from '#domain/may/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { inviteToken } from '#server/sessions/derived-tokens.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { isValidFor } from '#server/shared/invitations/invitations.ts'
import { findRelation } from './relation.ts'

const findRow = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('kept_wishes')
    .leftJoin('circles', 'circles.id', 'kept_wishes.circle_id')
    .leftJoin('circle_invites', (join) =>
      join.onRef('circle_invites.circle_id', '=', 'kept_wishes.circle_id').onRef('circle_invites.id', '=', 'kept_wishes.invite_id'),
    )
    .leftJoin('circle_invitations', (join) =>
      join
        .onRef('circle_invitations.circle_id', '=', 'kept_wishes.circle_id')
        .onRef('circle_invitations.id', '=', 'kept_wishes.invite_id')
        .on(isValidFor(userId, null)),
    )
    .select(['kept_wishes.path', 'kept_wishes.made_at', 'circles.title'])
    .select(sql<string | null>`coalesce(circle_invites.id, circle_invitations.id)`.as('invite_id'))
    .select(sql<boolean>`exists (select from arcs where circle_id = circles.id and membership_id is null)`.as('has_shares'))
    .where('kept_wishes.user_id', '=', userId)
    .executeTakeFirst()

/** The page that this person wanted to open, adjusted to what is possible now: a full circle is shown instead of joined. */
export async function findWish(db: Database | Tx, keys: Keys, userId: string): Promise<SavedWish | null> {
  const row = await findRow(db, userId)
  if (!row) return null
  const invite = row.invite_id === null ? undefined : inviteToken(keys, { id: row.invite_id })
  // The invite is not part of the stored path. An invitation that has ended is no wish any more.
  const wish = readWish(withInvite(row.path, invite))
  if (!wish) return null
  const madeAt = row.made_at.toISOString()
  if (wish.circleId === null) return { path: wish.path, act: wish.act, circle: null, madeAt }
  const relation = await findRelation(db, wish.circleId, { id: userId, permissions: noPermissions }, invite)
  if (!relation || !maySeeCircle(relation, relation)) return null
  const circle = { _id: wish.circleId, title: row.title ?? '' }
  if (relation.isMember) return { path: paths.circle(circle._id), act: wish.act, circle, madeAt }
  const path = wish.act === 'join' && !row.has_shares ? paths.circlePublic(circle._id) : wish.path
  return { path: withInvite(path, invite), act: wish.act, circle, madeAt }
}

/** For mails: the path to the wished page, or null. It contains no text written by a user. */
export const findWishedPath = async (db: Database | Tx, keys: Keys, userId: string): Promise<string | null> =>
  (await findWish(db, keys, userId))?.path ?? null
