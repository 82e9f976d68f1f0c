import { type RawBuilder, sql } from 'kysely'
import { endedInvitationDays, usedInvitationDays } from '#domain/invitation.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { markEmailConfirmed } from '#server/shared/addresses/mark-email-confirmed.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { areArcsOpenToOthers } from '#server/shared/stages/open-to-others.ts'

/** Whether a row of `circle_invitations` was mailed to the address of this account. */
const isMailedTo = (userId: string | RawBuilder<unknown> | null) =>
  sql<boolean>`circle_invitations.email = (select lower(invited.email) from users as invited where invited.id = ${userId})`

/**
 * Whether a row of `circle_invitations` opens its circle to a person: it is bound to their account, or they have its token, it is bound to
 * nobody, and it was mailed to their address. A visitor with the token sees the circle, because it may be that person, without an account
 * or signed out. Joining uses it up.
 */
export const isValidFor = (userId: string | RawBuilder<unknown> | null, tokenHash: Buffer | null) =>
  sql<boolean>`(circle_invitations.expires_at > now() and circle_invitations.joined_at is null and (circle_invitations.user_id = ${userId}
    or (circle_invitations.token_hash = ${tokenHash} and (${userId}::uuid is null
      or (circle_invitations.user_id is null and ${isMailedTo(userId)})))))`

/** Whether a circle's row has an unused invitation with this token, which is not this account's. */
export const isForAnother = (userId: string | null, tokenHash: Buffer | null) =>
  sql<boolean>`exists (select from circle_invitations where circle_invitations.circle_id = circles.id
    and circle_invitations.token_hash = ${tokenHash} and circle_invitations.expires_at > now() and circle_invitations.joined_at is null
    and ${isValidFor(userId, tokenHash)} is not true)`

/** Whether the account that an invitation is bound to is a member of its circle now. */
const isOfMember = sql<boolean>`exists (select from memberships where memberships.circle_id = circle_invitations.circle_id
  and memberships.user_id = circle_invitations.user_id and memberships.ended_at is null)`

/** Whose invitations: the owner's to the circle, or those of a seller to the arcs that they hand on, which nobody else reads or changes. */
export type Inviting = { readonly circleId: string; readonly seller?: string | undefined }

/** In SQL: whether a row of `circle_invitations` is one of these. */
export const isOf = ({ circleId, seller }: Inviting) =>
  seller === undefined
    ? sql<boolean>`(circle_invitations.circle_id = ${circleId} and not circle_invitations.is_by_seller)`
    : sql<boolean>`(circle_invitations.circle_id = ${circleId} and circle_invitations.is_by_seller and circle_invitations.created_by = ${seller})`

/** What an invitation's state follows from, in a query that left-joins the account as `users`. */
export const invitationFacts = [
  sql<boolean>`circle_invitations.opened_at is not null`.as('isOpened'),
  sql<boolean>`circle_invitations.user_id is not null`.as('isUsed'),
  sql<boolean>`coalesce(users.verification = 'awaiting', false)`.as('isAwaitingVerification'),
  sql<boolean>`circle_invitations.joined_at is not null`.as('hasJoined'),
  sql<boolean>`${isOfMember}`.as('isMember'),
  sql<boolean>`circle_invitations.withdrawn_at is not null`.as('isWithdrawn'),
  sql<boolean>`circle_invitations.expires_at <= now()`.as('isExpired'),
  sql<boolean>`(exists (select from arcs where arcs.circle_id = circle_invitations.circle_id)
    and not exists (select from arcs where arcs.circle_id = circle_invitations.circle_id and arcs.membership_id is null)
    and not ${areArcsOpenToOthers(sql.ref('circle_invitations.circle_id'))})`.as('isCircleFull'),
] as const

type Viewer = { readonly id: string | RawBuilder<unknown>; readonly readsEverything: boolean | RawBuilder<boolean> }

/** In SQL: whether a row of `circles` is visible to someone outside, by `invite` (a column), which was stored with what they asked for. */
export const isVisibleTo = ({ id, readsEverything }: Viewer, invite: string) =>
  sql<boolean>`(not circles.hide_circle or ${readsEverything}
    or exists (select from circle_invites where circle_invites.circle_id = circles.id and circle_invites.id = ${sql.ref(invite)})
    or exists (select from circle_invitations where circle_invitations.circle_id = circles.id and ${isValidFor(id, null)}))`

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

/**
 * Binds an unused invitation to the account that came by its link and has the address that it was mailed to. The link proves that address,
 * so it counts as confirmed. Members have no use for an invitation. Returns whether it was bound.
 */
export async function claimInvitation(tx: Tx, circleId: string, by: Pick<Actor, 'id' | 'origin'>, token: string): Promise<boolean> {
  const userId = by.id
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
    .where(isMailedTo(userId))
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
  if (claimed.length === 0) return false
  await markEmailConfirmed(tx, by)
  await publishCircleChange(tx, circleId, 'members')
  return true
}

type Wanted =
  /** All of a circle. */
  | { readonly circleId: string }
  | { readonly of: Inviting }
  /** Those that have ended and are invited again. */
  | { readonly of: Inviting; readonly endedOf: readonly string[] }
  | { readonly endedLongAgo: true }
  | { readonly userId: string; readonly email: string }

const isWanted = (wanted: Wanted) => {
  if ('endedLongAgo' in wanted) return sql<boolean>`expires_at <= now() - make_interval(days => ${endedInvitationDays})`
  if ('userId' in wanted) return sql<boolean>`user_id = ${wanted.userId} or (user_id is null and email = lower(${wanted.email}))`
  if ('endedOf' in wanted)
    return sql<boolean>`${isOf(wanted.of)} and email = any(${[...wanted.endedOf]}::text[])
      and (expires_at <= now() or (joined_at is not null and not ${isOfMember}))`
  return 'of' in wanted ? isOf(wanted.of) : sql<boolean>`circle_id = ${wanted.circleId}`
}

/** Deletes the mails of invitations, and cancels queued ones. `gone`: a table of their ids. */
const deleteMailsOf = sql`unsent as (
      delete from mails where template = 'circle-invitation' and about && array(select id from gone)
      returning mails.id, mails.status
    )
    select (select count(*) from gone) as gone,
      (select count(graphile_worker.remove_job(id::text)) from unsent where status = 'queued') as cancelled`

/** Ends an invitation that waits: its link stops working, and a mail that is queued is not sent. Returns whether there was one. */
export async function withdrawInvitation(tx: Tx, of: Inviting, id: string): Promise<boolean> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      update circle_invitations set withdrawn_at = now(), expires_at = now()
      where ${isOf(of)} and id = ${id} and joined_at is null and expires_at > now() returning id
    ), ${deleteMailsOf}`.execute(tx)
  return Number(rows[0]?.gone ?? 0) > 0
}

/** Deletes invitations with their mails, and cancels queued ones. Returns how many there were. */
export async function deleteInvitations(tx: Tx, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (delete from circle_invitations where ${isWanted(wanted)} returning id), ${deleteMailsOf}`.execute(tx)
  return Number(rows[0]?.gone ?? 0)
}
