import { sql } from 'kysely'
import type { Needs } from '#contract/needs.ts'
import { type Path, paths } from '#contract/paths.ts'
import { type StepKey, stepLabels } from '#domain/acquisition-steps.ts'
import { mayAdminister } from '#domain/may/person.ts'
import { mayConfirmMonth } from '#domain/month-close.ts'
import { type MemberNeedKind, memberNeedKinds } from '#domain/needs.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readMonthPeople } from '#server/shared/book/month-people.ts'
import { readAdminNeeds } from './admin-needs.ts'
import { type NeedRow, needSources, ownCircles } from './need-sources.ts'

/** More than anyone does in one visit; bounds the answer. */
const most = 500

function pathOf(kind: MemberNeedKind, { circle_id: circle, property_id, motion_id, name }: NeedRow): Path {
  if (kind === 'charter') return paths.circleCharter(circle)
  if (kind === 'signature') return paths.circleDocument(circle, motion_id ?? '')
  if (kind === 'payment') return paths.circleCall(circle, motion_id ?? '')
  if (kind === 'payment_word') return motion_id ? paths.circleCall(circle, motion_id) : paths.circlePurchase(circle)
  if (kind === 'place') return paths.joinCircle(circle)
  if (kind === 'conversation') return paths.circleConversation(circle)
  if (kind === 'question') return paths.circleQuestions(circle)
  if (kind === 'invitation') return paths.circlePublic(circle)
  if (kind === 'step' || kind === 'settlement') return paths.circlePurchase(circle)
  if (kind === 'sale') return paths.circleSale(circle)
  if (kind === 'month') return paths.circleBookMonth(circle, name ?? '')
  if (kind === 'statements') return paths.yearStatement(circle, name ?? 'latest')
  if (kind === 'bank_lines') return paths.circleBookMatch(circle)
  if (kind === 'payout_word' || kind === 'payouts') return paths.circleDistribution(circle, motion_id ?? '')
  if (kind === 'bid' || kind === 'arcs_to_pay' || kind === 'arcs_paid' || kind === 'arcs_to_take')
    return paths.circleOffer(circle, motion_id ?? '')
  if (kind === 'outlay') return paths.circleBook(circle)
  if (kind === 'reversal') return paths.circleBookEntry(circle, motion_id ?? '')
  if (motion_id) return paths.circleMotion(circle, motion_id)
  return property_id ? paths.circleProperty(circle, property_id) : paths.circle(circle)
}

/** A step of the template comes as its key. */
const stepName = (name: string | null): string | null => stepLabels[name as StepKey] ?? name

type NextRow = Pick<NeedRow, 'circle_id' | 'title' | 'property_id' | 'motion_id'> & { readonly name: string; readonly at: Date }

/** The next closing on which the person has voted. */
async function readNext(db: Database, actor: Actor): Promise<Needs['next']> {
  const { rows } = await sql<NextRow>`
    with own as (${ownCircles(actor)})
    select own.circle_id, own.title, open.property_id, open.motion_id, open.name, open.closes_at as at
    from own join open_decisions as open on open.circle_id = own.circle_id
    where open.closes_at > clock_timestamp()
      and (exists (select from preferences where preferences.property_id = open.property_id and preferences.user_id = ${actor.id})
        or exists (select from motion_votes where motion_votes.motion_id = open.motion_id and motion_votes.user_id = ${actor.id}))
    order by at limit 1`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { circle_id: circle, property_id, motion_id } = row
  const path = motion_id ? paths.circleMotion(circle, motion_id) : paths.circleProperty(circle, property_id ?? '')
  return { circle: { _id: circle, title: row.title }, name: row.name || 'A motion', path, closesAt: row.at.toISOString() }
}

/** Nobody confirms a month in which they had a part. */
const mayConfirm = async (db: Database, actor: Actor, { circle_id, name }: NeedRow): Promise<boolean> =>
  mayConfirmMonth(actor.id, await readMonthPeople(db, circle_id, name ?? '')).ok

/** What waits for the person, soonest first, in one query for all kinds of a member but for months that wait for confirmation. Brokers and members have no others. */
export async function readNeeds(db: Database, actor: Actor): Promise<Needs> {
  const sources = memberNeedKinds.map(
    (kind, order) => sql`select ${kind}::text as kind, ${order}::int as place, source.*
    from (${needSources[kind](actor)}) as source (circle_id, title, property_id, motion_id, name, due_at, count)`,
  )
  const { rows } = await sql<NeedRow & { kind: MemberNeedKind }>`
    with own as (${ownCircles(actor)})
    select * from (${sql.join(sources, sql` union all `)}) as need
    order by due_at nulls last, place, title, circle_id, property_id, motion_id limit ${most}`.execute(db)
  const mine: typeof rows = []
  for (const row of rows) if (row.kind !== 'month' || (await mayConfirm(db, actor, row))) mine.push(row)
  const items = mine.map((row) => ({
    kind: row.kind,
    circle: { _id: row.circle_id, title: row.title },
    name: row.kind === 'step' ? stepName(row.name) : row.name,
    path: pathOf(row.kind, row),
    dueAt: row.due_at?.toISOString() ?? null,
    count: Number(row.count),
  }))
  const oversight = mayAdminister(actor) ? await readAdminNeeds(db, actor, most) : []
  return { items: [...items, ...oversight], next: await readNext(db, actor) }
}
