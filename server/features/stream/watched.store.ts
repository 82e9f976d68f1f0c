import { sql } from 'kysely'
import type { LiveTopic } from '#contract/live.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { permissionColumns, permissionsOf } from '#server/sessions/permissions.ts'
import { selectOwnCircles } from '#server/shared/circle-people/circle-people.ts'
import { findVisibleRelation } from '#server/shared/circles/relation.ts'
import { isAsked } from '#server/shared/offers/asked.ts'
import type { Change } from './sse.ts'

/**
 * What a page shows besides the person's own circles: other circles, with an invite for a hidden one, and whether it shows a list of
 * circles.
 */
export type Watch = { readonly circles: readonly string[]; readonly invite: string | undefined; readonly list: boolean }

/** The circles whose changes a person receives, of which they are a member, and whose offers of arcs they read. */
export type Watched = {
  readonly circles: ReadonlySet<string>
  readonly asMember: ReadonlySet<string>
  readonly offers: ReadonlySet<string>
}

/** Their own circles, those they serve as broker, and visible ones that the page shows. */
export async function readWatchedCircles(db: Database, actor: Actor, watch: Watch): Promise<Watched> {
  const own = await selectOwnCircles(db, actor.id).execute()
  const memberships = db.selectFrom('memberships').select('circle_id').where('user_id', '=', actor.id).where('ended_at', 'is', null)
  const asMember = new Set((await memberships.execute()).map((row) => row.circle_id))
  const circles = new Set(own.map((row) => row.circle_id))
  const offers = new Set(asMember)
  for (const id of watch.circles.map((circle) => circle.toLowerCase())) {
    if (!(await findVisibleRelation(db, id, actor, watch.invite))) continue
    circles.add(id)
    if (!offers.has(id) && (await takesPartInOffers(db, id, actor.id))) offers.add(id)
  }
  return { circles, asMember, offers }
}

/** Whether offers of the circle ask someone who is no member, or arcs are handed on to them. */
async function takesPartInOffers(db: Database, circleId: string, userId: string): Promise<boolean> {
  const transfers = db.selectFrom('live_transfers').select('id').where('circle_id', '=', circleId).where('buyer', '=', userId).limit(1)
  return (await isAsked(db, circleId, userId)) || (await transfers.executeTakeFirst()) !== undefined
}

/** What only members read; of offers also those who take part in them. */
const memberTopics: readonly LiveTopic[] = ['money', 'where_to_pay', 'offers']

/** Whether a change of a circle is for someone who watches these. */
export function receives({ circles, asMember, offers }: Watched, circle: string, topic: LiveTopic): boolean {
  if (!memberTopics.includes(topic)) return circles.has(circle)
  return asMember.has(circle) || (topic === 'offers' && offers.has(circle))
}

/** A session may have ended after the request's guard and before its end would be received. */
export async function isSessionLive(db: Database, { id, sessionId }: Actor): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return session !== undefined
}

/** Whether the person reads everything now: that may have changed since the request's guard. */
export async function isOverseer(db: Database, { id }: Actor): Promise<boolean> {
  const row = await db.selectFrom('users').select(permissionColumns).where('id', '=', id).executeTakeFirst()
  return row !== undefined && mayReadEverything({ permissions: permissionsOf(row) })
}

/** Topics that change what lists of circles show. */
export const listTopics: readonly LiveTopic[] = ['circle', 'funding']

type Missed = Change & { readonly id: number }
type Backlog = { readonly from: string; readonly isResumed: boolean; readonly missed: readonly Missed[] }

const mostMissed = 1_000

/**
 * Events since the page's last event. Not resumed (the page must refetch everything) on a first visit, for an unknown id, for one so old
 * that events may have been deleted, and for too many events.
 */
export async function readBacklog(
  db: Database,
  actor: Actor,
  { watched, list, oversight }: { readonly watched: Watched; readonly list: boolean; readonly oversight: boolean },
  after: string | undefined,
): Promise<Backlog> {
  const cursor = after !== undefined && /^\d{1,19}$/.test(after) ? after : null
  // One statement, so that `from`, the oldest event and the events are from one snapshot.
  const { rows } = await sql<{
    from: string
    isKnown: boolean | null
    hasListChanged: boolean | null
    hasOversightChanged: boolean | null
    missed: { id: number; circle: string | null; topic: LiveTopic; isOwn: boolean }[] | null
  }>`
    select
      pg_snapshot_xmin(pg_current_snapshot())::text as "from",
      ${cursor}::xid8 <= pg_snapshot_xmin(pg_current_snapshot()) and exists (select from live_events where xid < ${cursor}::xid8) as "isKnown",
      ${list} and exists (select from live_events where xid >= ${cursor}::xid8 and topic = any(${listTopics}::text[])) as "hasListChanged",
      ${oversight} and exists (select from live_events where xid >= ${cursor}::xid8 and topic = 'oversight') as "hasOversightChanged",
      (select json_agg(event order by id) from (
        select id, circle_id as circle, topic, user_id is not distinct from ${actor.id} as "isOwn" from live_events
        where xid >= ${cursor}::xid8 and (circle_id = any(${[...watched.circles].filter(isId)}::uuid[]) or user_id = ${actor.id})
        order by id limit ${mostMissed + 1}
      ) as event) as missed`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('a select without from answers one row')
  const isResumed = row.isKnown === true && (row.missed ?? []).length <= mostMissed
  const missed = (row.missed ?? [])
    .filter(({ circle, topic, isOwn }) => isOwn || (circle !== null && receives(watched, circle, topic)))
    .map(({ id, circle, topic }): Missed => ({ id, circle, topic, from: row.from }))
  const change = (topic: Change['topic']): Missed => ({ id: 0, from: row.from, circle: null, topic })
  const changes = [...(row.hasListChanged ? [change('list')] : []), ...(row.hasOversightChanged ? [change('oversight')] : [])]
  return { from: row.from, isResumed, missed: isResumed ? [...missed, ...changes] : [] }
}
