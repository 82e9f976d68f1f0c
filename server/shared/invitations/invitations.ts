import { sql } from 'kysely'
import { usedInvitationDays } from '#domain/invitation.ts'
import type { Tx } from '#server/db/connect.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

/**
 * Whether a row of `circle_invitations` opens its circle to a person: it is bound to their account, or they have its token and it is bound
 * to nobody. A visitor with the token sees the circle also afterwards, because it may be that person, signed out. Joining uses it up.
 */
export const isValidFor = (userId: string | null, tokenHash: Buffer | null) =>
  sql<boolean>`(circle_invitations.expires_at > now() and circle_invitations.joined_at is null and (circle_invitations.user_id = ${userId}
    or (circle_invitations.token_hash = ${tokenHash} and (circle_invitations.user_id is null or ${userId}::uuid is null))))`

/** What an invitation's state follows from, in a query that left-joins the account as `users`. */
export const invitationFacts = [
  sql<boolean>`circle_invitations.opened_at is not null`.as('isOpened'),
  sql<boolean>`circle_invitations.user_id is not null`.as('isUsed'),
  sql<boolean>`coalesce(users.verification_requested and not users.is_verified and not users.is_admin, false)`.as('isAwaitingVerification'),
  sql<boolean>`circle_invitations.joined_at is not null`.as('hasJoined'),
] as const

/** Whether the person `users.id` of a query has a valid invitation to the circle. */
export const isInvitedTo = (circleId: string) =>
  sql<boolean>`exists (select from circle_invitations where circle_id = ${circleId} and user_id = users.id and expires_at > now() and joined_at is null)`

/** Records that the link was opened. */
export async function markInvitationOpened(tx: Tx, circleId: string, token: string): Promise<void> {
  const opened = await tx
    .updateTable('circle_invitations')
    .set({ opened_at: sql<Date>`now()` })
    .where('circle_id', '=', circleId)
    .where('token_hash', '=', hashOf(token))
    .where('opened_at', 'is', null)
    .returning('id')
    .execute()
  if (opened.length > 0) await publishCircleChange(tx, circleId, 'members')
}

/** Binds an unused invitation to the account that came by its link; it no longer works for others. Members have no use for it. */
export async function claimInvitation(tx: Tx, circleId: string, userId: string, token: string): Promise<void> {
  const claimed = await tx
    .updateTable('circle_invitations')
    .set({
      user_id: userId,
      registered_at: sql<Date>`now()`,
      opened_at: sql<Date>`coalesce(opened_at, now())`,
      expires_at: sql<Date>`now() + make_interval(days => ${usedInvitationDays})`,
    })
    .where('circle_id', '=', circleId)
    .where('token_hash', '=', hashOf(token))
    .where('user_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.id')
            .where('memberships.circle_id', '=', circleId)
            .where('memberships.user_id', '=', userId)
            .where('memberships.ended_at', 'is', null),
        ),
      ),
    )
    .returning('id')
    .execute()
  if (claimed.length > 0) await publishCircleChange(tx, circleId, 'members')
}

type Wanted =
  | { readonly circleId: string; readonly id?: string }
  | { readonly expired: true; readonly circleId?: string }
  | { readonly userId: string; readonly email: string }

const isWanted = (wanted: Wanted) => {
  if ('expired' in wanted) {
    const here = wanted.circleId === undefined ? sql<boolean>`true` : sql<boolean>`circle_id = ${wanted.circleId}`
    return sql<boolean>`expires_at <= now() and ${here}`
  }
  if ('userId' in wanted) return sql<boolean>`user_id = ${wanted.userId} or email = lower(${wanted.email})`
  return wanted.id === undefined
    ? sql<boolean>`circle_id = ${wanted.circleId}`
    : sql<boolean>`circle_id = ${wanted.circleId} and id = ${wanted.id}`
}

/** Deletes invitations with the mails that contain their address, and cancels queued ones. Returns how many there were. */
export async function deleteInvitations(tx: Tx, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with gone as (delete from circle_invitations where ${isWanted(wanted)} returning circle_id, email),
    unsent as (
      delete from mails using gone
      where mails.template = 'circle-invitation' and lower(mails.to_address) = gone.email
        and (mails.status = 'sent' or position(gone.circle_id::text in concat(mails.props, mails.body)) > 0)
      returning mails.id, mails.status
    )
    select (select count(*) from gone) as deleted,
      (select count(graphile_worker.remove_job(id::text)) from unsent where status = 'queued') as cancelled`.execute(tx)
  return Number(rows[0]?.deleted ?? 0)
}
