import { type RawBuilder, sql } from 'kysely'
import type { Circle } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { belongsToCircle, type CircleRelation, circleRelation, type MayInCircle, maySeeCircle } from '#domain/may/circle.ts'
import { mayReadEverything, noPermissions } from '#domain/may/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { claimInvitation, isForAnother, isValidFor } from '#server/shared/invitations/invitations.ts'
import type { CircleCache, KnownCircle } from './circle-cache.ts'
import { findCircle, toCircle, type View } from './circles.ts'

/** Who a person is in a circle, whether the circle is hidden, and whether they came by an invitation that was mailed to another address. */
export type Relation = CircleRelation & { readonly isHidden: boolean; readonly hasInviteOfAnother: boolean }

type Person = Pick<Actor, 'id' | 'permissions'>

type RelationRow = {
  readonly isHidden: boolean
  /** Null without a current membership. */
  readonly isOwner: boolean | null
  readonly isAssignedBroker: boolean
  readonly wasMember: boolean
  readonly hasInvite: boolean
  readonly hasInviteOfAnother: boolean
}

function relationQuery(circleId: string, userId: string | null, invite: string | undefined): RawBuilder<RelationRow> {
  const hash = invite ? hashOf(invite) : null
  return sql`select circles.hide_circle as "isHidden", memberships.is_owner as "isOwner",
      exists (select from broker_assignments where circle_id = circles.id and broker_id = ${userId}) as "isAssignedBroker",
      exists (select from memberships as ended
        where ended.user_id = ${userId} and ended.circle_id = circles.id and ended.ended_at is not null) as "wasMember",
      exists (select from circle_invites where circle_id = circles.id and (token_hash = ${hash}
        or id in (select invite_id from waiting_list where circle_id = circles.id and user_id = ${userId})
        or id in (select invite_id from circle_follows where circle_id = circles.id and user_id = ${userId})
        or id in (select invite_id from questions where circle_id = circles.id and asked_by = ${userId} and state <> 'removed')))
        or exists (select from circle_invitations where circle_id = circles.id and ${isValidFor(userId, hash)}) as "hasInvite",
      ${isForAnother(userId, hash)} as "hasInviteOfAnother"
    from circles left join memberships
      on memberships.circle_id = circles.id and memberships.user_id = ${userId} and memberships.ended_at is null
    where circles.id = ${circleId} and circles.deleted_at is null`
}

function relationOf(row: RelationRow | null | undefined, person: Person | null): Relation | null {
  if (!row) return null
  const { isHidden, hasInviteOfAnother, isOwner, isAssignedBroker, wasMember, hasInvite } = row
  const membership = isOwner === null ? null : { isOwner }
  const permissions = person?.permissions ?? noPermissions
  return { ...circleRelation({ membership, isAssignedBroker, wasMember, hasInvite, permissions }), isHidden, hasInviteOfAnother }
}

export async function findRelation(db: Database | Tx, circleId: string, person: Person | null, invite?: string): Promise<Relation | null> {
  if (!isId(circleId)) return null
  const { rows } = await relationQuery(circleId, person?.id ?? null, invite).execute(db)
  return relationOf(rows[0], person)
}

type CircleRequest = { readonly params: unknown; readonly query: unknown; readonly actor: Actor | null; readonly alongside: unknown }

/** For a route with a circle's id in its path: who its caller is in the circle, read in the query of the session. */
export const relationAlongside =
  (param: string) =>
  ({ params, query }: Pick<CircleRequest, 'params' | 'query'>, userId: string): RawBuilder<unknown> => {
    const circleId = (params as Readonly<Record<string, string>>)[param] ?? ''
    return isId(circleId)
      ? sql`(select to_json(relation) from (${relationQuery(circleId, userId, inviteIn(query))}) as relation)`
      : sql`null`
  }

function requireSight(relation: Relation | null): Relation {
  if (relation && maySeeCircle(relation, relation)) return relation
  throw new Refusal(relation?.hasInviteOfAnother ? 'invitation_not_yours' : 'circle_not_found')
}

/** The relation that a route with `relationAlongside` has read, if it lets its caller see the circle. */
export function relationIn({ actor, alongside }: CircleRequest): Relation {
  return requireSight(relationOf(alongside as RelationRow | null, actor))
}

/** A visitor without an invite. The caller checks separately whether the circle is hidden. */
const visitorRelation: Relation = {
  ...circleRelation({ membership: null, isAssignedBroker: false, permissions: noPermissions }),
  isHidden: false,
  hasInviteOfAnother: false,
}

/** The relation to a circle, or null if this person may not see it (hidden or deleted). */
export async function findVisibleRelation(
  db: Database | Tx,
  circleId: string,
  actor: Actor | null,
  invite?: string,
): Promise<Relation | null> {
  const relation = await findRelation(db, circleId, actor, invite)
  return relation && maySeeCircle(relation, relation) ? relation : null
}

export async function requireVisible(db: Database | Tx, circleId: string, actor: Actor | null, invite?: string): Promise<Relation> {
  return requireSight(await findRelation(db, circleId, actor, invite))
}

/** Refuses those who don't see the circle, then those who may not. A former member may something in a hidden circle that they don't see. */
export async function requireMay(db: Database | Tx, circleId: string, actor: Actor | null, may: MayInCircle): Promise<Relation> {
  const relation = await findRelation(db, circleId, actor)
  if (relation && may(relation)) return relation
  requireSight(relation)
  throw new Refusal('not_allowed')
}

/** `requireMay` for `preValidation` of a route with a circle's id in its path. */
export const requireIn =
  (db: Database, param: string, may: MayInCircle) =>
  async ({ params, actor }: Pick<CircleRequest, 'params' | 'actor'>): Promise<void> => {
    const circleId = (params as Readonly<Record<string, string>>)[param] ?? ''
    await requireMay(db, circleId, actor, may)
  }

export function viewOf(relation: Relation, actor: Actor | null): View {
  if (mayReadEverything(relation)) return 'admin'
  if (relation.isMember && !actor?.isBroker) return 'inside'
  return belongsToCircle(relation) ? 'broker' : 'outside'
}

export async function readVisibleCircle(db: Database | Tx, id: string, actor: Actor | null, invite?: string): Promise<Circle> {
  const relation = await requireVisible(db, id, actor, invite)
  const row = await findCircle(db, id)
  if (!row) throw new Refusal('circle_not_found')
  return { ...toCircle(row, viewOf(relation, actor)), charter: await readCurrentCharter(db, id) }
}

/** A visitor's relation, by the link that they may have. */
export const findVisitorRelation = async (db: Database, circleId: string, invite: string | undefined): Promise<Relation | null> =>
  invite ? findVisibleRelation(db, circleId, null, invite) : visitorRelation

/** Like `readVisibleCircle`, but outside a transaction and from the cache, with as few queries as possible. */
export async function findVisibleCircle(
  circles: CircleCache,
  id: string,
  actor: Actor | null,
  found: Relation | Promise<Relation | null>,
): Promise<{ known: KnownCircle; view: View }> {
  const [known, relation] = await Promise.all([circles.find(id), found])
  // The circle may have been hidden after the relation was read.
  const isVisible = known && relation && maySeeCircle(relation, { isHidden: known.row.hide_circle })
  if (!isVisible) throw new Refusal('circle_not_found')
  return { known, view: viewOf(relation, actor) }
}

/**
 * The id of the link or invitation by which this person sees the circle, to be stored with what they asked for. An unused invitation is
 * bound to the person first, because its token is not stored.
 */
export async function bindInvite(tx: Tx, circleId: string, actor: Actor, invite: string | undefined): Promise<string | null> {
  if (invite) await claimInvitation(tx, circleId, actor, invite)
  const links = tx.selectFrom('circle_invites').select('id').where('circle_id', '=', circleId)
  const link = invite ? await links.where('token_hash', '=', hashOf(invite)).executeTakeFirst() : undefined
  if (link) return link.id
  const invitation = await tx
    .selectFrom('circle_invitations')
    .select('id')
    .where('circle_id', '=', circleId)
    .where(isValidFor(actor.id, null))
    .executeTakeFirst()
  return invitation?.id ?? null
}

/** Reads `?invite=…` from the query string. */
export function inviteIn(query: unknown): string | undefined {
  const { invite } = query as { readonly invite?: unknown }
  return typeof invite === 'string' && invite !== '' ? invite : undefined
}
