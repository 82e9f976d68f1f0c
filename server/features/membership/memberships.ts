import { sql } from 'kysely'
import type { Membership } from '#contract/membership.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Memberships with their holdings, the owner first, then by join date. */
export function selectMemberships(db: Database | Tx) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'memberships.id',
      'memberships.circle_id',
      'memberships.user_id',
      'memberships.is_owner',
      'memberships.created_at',
      'memberships.welcomed_at',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.hide_email_from_members',
      sql<number>`(select coalesce(sum(price), 0) from arcs where arcs.membership_id = memberships.id)::bigint`.as('amount'),
      sql<number>`(select count(*) from arcs where arcs.membership_id = memberships.id)`.as('arcs'),
    ])
    .where('memberships.ended_at', 'is', null)
    .orderBy('memberships.is_owner', 'desc')
    .orderBy('memberships.created_at')
    .orderBy('memberships.id')
}

export type MembershipRow = Awaited<ReturnType<ReturnType<typeof selectMemberships>['executeTakeFirstOrThrow']>>

export const readMemberships = (db: Database | Tx, circleId: string): Promise<MembershipRow[]> =>
  selectMemberships(db).where('memberships.circle_id', '=', circleId).execute()

/** `emails`: all, only those not hidden from members, or none. */
export type Shows = { readonly names: boolean; readonly emails: 'all' | 'shown' | 'none' }

export function toMembership(row: MembershipRow, shows: Shows): Membership {
  const showsEmail = shows.emails === 'all' || (shows.emails === 'shown' && !row.hide_email_from_members)
  return {
    _id: row.id,
    circle: row.circle_id,
    ...(shows.names
      ? {
          user: {
            _id: row.user_id,
            firstName: row.first_name,
            lastName: row.last_name,
            ...(showsEmail && row.email ? { email: row.email } : {}),
          },
        }
      : {}),
    investmentAmount: row.amount,
    arcs: row.arcs,
    isOwner: row.is_owner,
    createdAt: row.created_at.toISOString(),
  }
}
