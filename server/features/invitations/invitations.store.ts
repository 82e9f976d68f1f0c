import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Invitation, Inviter } from '#contract/invitations.ts'
import { invitationState } from '#domain/invitation.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { invitationFacts, isValidFor } from '#server/shared/invitations/invitations.ts'

const selectInvitations = (db: Database | Tx, circleId: string) =>
  db
    .selectFrom('circle_invitations')
    .leftJoin('users', 'users.id', 'circle_invitations.user_id')
    .select([
      'circle_invitations.id',
      'circle_invitations.email',
      'circle_invitations.note',
      'circle_invitations.created_at',
      'circle_invitations.expires_at',
      'circle_invitations.reminded_at',
    ])
    .select(invitationFacts)
    .where('circle_invitations.circle_id', '=', circleId)
    .where('circle_invitations.expires_at', '>', sql<Date>`now()`)

type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

const toInvitation = (row: InvitationRow): Invitation => ({
  _id: row.id,
  email: row.email,
  state: invitationState(row),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  remindedAt: row.reminded_at?.toISOString() ?? null,
})

/** For the owner alone: the addresses are personal data of people who may have no account. */
export async function readInvitations(db: Database | Tx, circleId: string): Promise<Invitation[]> {
  const rows = await selectInvitations(db, circleId).orderBy('circle_invitations.id', 'desc').execute()
  return rows.map(toInvitation)
}

/** One invitation of the circle, with the text of its mail. The caller has locked the circle. */
export async function findInvitation(tx: Tx, circleId: string, id: string): Promise<Invitation & { readonly note: string | null }> {
  const row = isId(id) ? await selectInvitations(tx, circleId).where('circle_invitations.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new Refusal('invitation_not_found')
  return { ...toInvitation(row), note: row.note }
}

/** Who made the link or invitation with this token. Refuses once it is no longer valid for this person. */
export async function readInviter(db: Database | Tx, circleId: string, userId: string | null, token: string | undefined): Promise<Inviter> {
  if (!isId(circleId) || !token) throw new Refusal('invitation_ended')
  const hash = hashOf(token)
  const row = await db
    .selectFrom('circles')
    .innerJoin('users', (join) =>
      join.on(
        'users.id',
        'in',
        sql<string>`(select created_by from circle_invites where circle_id = circles.id and token_hash = ${hash}
          union select created_by from circle_invitations where circle_id = circles.id and token_hash = ${hash} and ${isValidFor(userId, hash)})`,
      ),
    )
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.circle_id', '=', 'circles.id')
        .onRef('memberships.user_id', '=', 'users.id')
        .on('memberships.ended_at', 'is', null),
    )
    .select(['users.first_name', 'users.last_name', 'memberships.created_at', 'users.id', 'circles.created_by'])
    .select([
      sql<number>`(select count(*) from arcs where arcs.membership_id = memberships.id)`.as('arcs'),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id)`.as('arcsTotal'),
    ])
    .where('circles.id', '=', circleId)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('invitation_ended')
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    since: row.created_at.toISOString(),
    isCreator: row.id === row.created_by,
    arcs: row.arcs,
    arcsTotal: row.arcsTotal,
  }
}
