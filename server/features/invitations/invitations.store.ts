import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Invitation, Inviter } from '#contract/invitations.ts'
import { invitationStatus } from '#domain/invitation.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { type Inviting, invitationFacts, isForAnother, isOf, isValidFor } from '#server/shared/invitations/invitations.ts'

const selectInvitations = (db: Database | Tx, of: Inviting) =>
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
      'circle_invitations.joined_at',
    ])
    .select(invitationFacts)
    .select([
      sql<number>`(select count(*) from arcs join memberships on memberships.id = arcs.membership_id
        where arcs.circle_id = circle_invitations.circle_id and memberships.user_id = circle_invitations.user_id)`.as('arcs'),
      sql<Date | null>`(select max(memberships.ended_at) from memberships
        where memberships.circle_id = circle_invitations.circle_id and memberships.user_id = circle_invitations.user_id)`.as('leftAt'),
      sql<Date | null>`(select max(began_at) from stage_history
        where stage_history.circle_id = circle_invitations.circle_id and stage = 'deciding')`.as('fullAt'),
    ])
    .where(isOf(of))

type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

const endedAt = { withdrawn: 'expires_at', expired: 'expires_at', full: 'fullAt', left: 'leftAt' } as const

function toInvitation(row: InvitationRow): Invitation {
  const status = invitationStatus(row)
  return {
    _id: row.id,
    email: row.email,
    ...status,
    endedAt: status.endedBy && (row[endedAt[status.endedBy]] ?? row.expires_at).toISOString(),
    arcs: status.state === 'joined' ? row.arcs : 0,
    joinedAt: row.joined_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    remindedAt: row.reminded_at?.toISOString() ?? null,
  }
}

/** For who invited them alone: the addresses are personal data of people who may have no account. */
export async function readInvitations(db: Database | Tx, of: Inviting): Promise<Invitation[]> {
  const rows = await selectInvitations(db, of).orderBy('circle_invitations.id', 'desc').execute()
  return rows.map(toInvitation)
}

/** One of these invitations, with the text of its mail. The caller has locked the circle. */
export async function findInvitation(tx: Tx, of: Inviting, id: string): Promise<Invitation & { readonly note: string | null }> {
  const row = isId(id) ? await selectInvitations(tx, of).where('circle_invitations.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new Refusal('invitation_not_found')
  return { ...toInvitation(row), note: row.note }
}

async function isInvitationOfAnother(db: Database | Tx, circleId: string, userId: string | null, hash: Buffer): Promise<boolean> {
  const circle = db.selectFrom('circles').select('id').where('id', '=', circleId).where('deleted_at', 'is', null)
  return (await circle.where(isForAnother(userId, hash)).executeTakeFirst()) !== undefined
}

/** Who made the link or invitation with this token. Refuses if it is not, or no longer, valid for this person. */
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
      sql<string | null>`(select circle_invitations.email from circle_invitations where circle_invitations.circle_id = circles.id
        and circle_invitations.token_hash = ${hash} and circle_invitations.user_id is null and ${userId}::uuid is null)`.as('invitedEmail'),
    ])
    .where('circles.id', '=', circleId)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal((await isInvitationOfAnother(db, circleId, userId, hash)) ? 'invitation_not_yours' : 'invitation_ended')
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    since: row.created_at.toISOString(),
    isCreator: row.id === row.created_by,
    arcs: row.arcs,
    arcsTotal: row.arcsTotal,
    invitedEmail: row.invitedEmail,
  }
}
