import type { Insertable } from 'kysely'
import { charterClauses } from '#domain/charter.ts'
import type { Preference } from '#domain/choices.ts'
import type { Holder } from '#domain/counting.ts'
import { defaultNoticeSeconds } from '#domain/notice-period.ts'
import { countStanding, defaultRules, type Rules, type Standing } from '#domain/outcome.ts'
import { ofEachColumn } from '#domain/property-facts.ts'
import { holdersAt } from '#domain/weights.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { rulesColumns } from '#server/shared/deciding/charters.ts'
import type { DecidingRows } from './demo-rows.ts'
import type { CirclePlan } from './plan-circle.ts'
import type { PropertyPlan } from './plan-properties.ts'
import { idAt, type Random } from './random.ts'
import { answers, questions, reasons } from './sample-texts.ts'

type CircleContext = { readonly plan: CirclePlan; readonly brokers: readonly string[]; readonly now: Date; readonly random: Random }

const hour = 60 * 60 * 1_000
const later = (date: Date, hours: number): Date => new Date(Math.round(date.getTime() + hours * hour))

/** Most circles keep the default rules; some owners change them before anyone joins. */
function planCharter(rows: DecidingRows, { plan, random }: CircleContext): { rules: Rules; version: number } {
  const own: Rules | null = random.chance(0.3)
    ? {
        countBy: random.pick(['arcs', 'people']),
        threshold: random.pick([50, 60, 66, 75]),
        quorum: random.pick([50, 60, 75]),
        vetoBlocks: random.chance(0.4),
      }
    : null
  const [owner] = plan.seats
  const versions = [defaultRules, ...(own ? [own] : [])]
  versions.forEach((rules, index) => {
    const clauses = JSON.stringify(charterClauses(rules))
    const set_by = index === 0 ? null : (owner?.personId ?? null)
    const at = new Date(plan.createdAt.getTime() + index)
    rows.charters.push({ circle_id: plan.id, version: index + 1, ...rulesColumns(rules), clauses, set_by, at })
    if (index === 0) return
    const entry = { id: idAt(random, at), plan, planned: null, closes_at: null, counted: null, at }
    const charter = { rules, version: index + 1 }
    rows.decision_record.push(recordRow({ ...entry, kind: 'rules', cause: 'rules', actor_id: set_by, charter }))
  })
  // Owners agree by creating the circle and by changing its rules.
  for (const seat of plan.seats)
    rows.charter_acceptances.push({
      membership_id: seat.id,
      circle_id: plan.id,
      version: versions.length,
      user_id: seat.personId,
      at: seat.since,
    })
  return { rules: own ?? defaultRules, version: versions.length }
}

type CastVote = { readonly user: string; readonly preference: Preference; readonly vote: string; readonly at: Date }

/** The history of each vote: some have a reason, a few were changed once. */
function planVotes(rows: DecidingRows, { property, preferences }: PropertyPlan, random: Random): CastVote[] {
  return preferences.map((row) => {
    const at = row.created_at as Date
    const preference = row.preference as Preference
    const write = (chosen: Preference, when: Date): string => {
      const id = idAt(random, when)
      rows.vote_history.push({ id, property_id: property.id, user_id: row.user_id, preference: chosen, at: when })
      if (random.chance(0.5)) rows.vote_reasons.push({ vote_id: id, user_id: row.user_id, reason: random.pick(reasons[chosen]) })
      return id
    }
    const earliest = (property.created_at as Date).getTime()
    if (random.chance(0.15)) write(preference === 'invest' ? 'watchList' : 'invest', new Date(Math.round((earliest + at.getTime()) / 2)))
    return { user: row.user_id, preference, vote: write(preference, at), at }
  })
}

function planThread(rows: DecidingRows, { property }: PropertyPlan, { plan, brokers, now, random }: CircleContext): void {
  if (random.chance(0.4)) return
  const members = plan.seats.filter((seat) => !seat.until && seat.since <= (property.created_at as Date)).map((seat) => seat.personId)
  let at = later(property.created_at as Date, random.between(1, 6))
  const write = (person: string, is_broker: boolean, body: string) => {
    if (at < now) rows.posts.push({ id: idAt(random, at), property_id: property.id, user_id: person, is_broker, body, created_at: at })
    at = later(at, random.between(0.5, 9))
  }
  for (const index of random.some([...questions.keys()], random.whole(1, 2))) {
    const asker = random.pick(members)
    const others = members.filter((member) => member !== asker)
    const [broker] = brokers
    write(asker, false, questions[index] ?? '')
    if (broker) write(broker, true, answers[index] ?? '')
    else if (others.length > 0) write(random.pick(others), false, answers[index] ?? '')
  }
}

/** Records the outcome as of the last vote; some properties have a closing date, ahead or passed. */
function planOutcome(
  rows: DecidingRows,
  planned: PropertyPlan,
  votes: readonly CastVote[],
  charter: { readonly rules: Rules; readonly version: number },
  context: CircleContext & { readonly closing: 'past' | 'ahead' | null },
): void {
  const { plan, now, random, closing } = context
  const { property } = planned
  const last = [...votes].sort((a, b) => a.at.getTime() - b.at.getTime()).at(-1)
  const lastAt = last?.at ?? (property.created_at as Date)
  const closedAt = closing === 'past' ? later(lastAt, 2) : null
  const isClosed = closedAt !== null && closedAt < now
  const closes_at = isClosed ? closedAt : closing === 'ahead' ? later(now, Math.round(random.between(40, 150))) : null
  const heldBefore = closes_at && later(closes_at, -defaultNoticeSeconds / 3_600)
  const holders = holdersBy(plan, isClosed && closedAt ? closedAt : now, heldBefore)
  const counted = countStanding(charter.rules, holders, votes, isClosed)
  const record = (kind: 'outcome' | 'closed', at: Date, actor_id: string | null): string => {
    const id = idAt(random, at)
    const cause = kind === 'closed' ? 'closing_date' : 'vote'
    rows.decision_record.push(recordRow({ id, plan, planned, kind, cause, actor_id, charter, closes_at, counted, at }))
    for (const { user, arcs, late = 0 } of holders) {
      const cast = votes.find((vote) => vote.user === user)
      rows.record_votes.push({
        record_id: id,
        user_id: user,
        arcs,
        late,
        preference: cast?.preference ?? null,
        vote_id: cast?.vote ?? null,
      })
    }
    return id
  }
  if (counted.state !== 'open') record('outcome', lastAt, last?.user ?? null)
  const closed_by_record = isClosed && closedAt ? record('closed', closedAt, null) : null
  if (counted.state === 'open' && !closes_at) return
  rows.decisions.push({
    property_id: property.id,
    state: counted.state,
    closes_at,
    held_before: heldBefore,
    reminded_at: null,
    closed_by_record,
  })
}

/** The members at that moment, with the arcs they held by then. */
function holdersBy(plan: CirclePlan, moment: Date, heldBefore: Date | null): Holder[] {
  const holdings = plan.seats
    .filter((seat) => !seat.until && seat.since <= moment)
    .map((seat) => {
      const arcs = plan.arcs.filter((arc) => arc.membership_id === seat.id)
      const heldSince = arcs.map((arc) => (arc.held_since as Date).getTime()).filter((since) => since <= moment.getTime())
      return { user: seat.personId, heldSince }
    })
  return holdersAt(holdings, heldBefore?.getTime() ?? null)
}

type Entry = {
  readonly id: string
  readonly plan: CirclePlan
  readonly planned: PropertyPlan | null
  readonly kind: string
  readonly cause: string
  readonly actor_id: string | null
  readonly charter: { readonly rules: Rules; readonly version: number }
  readonly closes_at: Date | null
  readonly counted: Standing | null
  readonly at: Date
}

const recordRow = ({
  id,
  plan,
  planned,
  kind,
  cause,
  actor_id,
  charter,
  closes_at,
  counted,
  at,
}: Entry): Insertable<DB['decision_record']> => ({
  id,
  circle_id: plan.id,
  property_id: planned?.property.id ?? null,
  kind,
  cause,
  actor_id,
  charter_version: charter.version,
  ...rulesColumns(charter.rules),
  address: planned?.property.address ?? null,
  city: planned?.property.city ?? null,
  state_name: planned?.property.state ?? null,
  zip_code: planned?.property.zip_code ?? null,
  url: planned?.property.url ?? null,
  image_key: planned?.pictures[0] ?? null,
  price: planned?.property.price ?? null,
  ...ofEachColumn((column) => planned?.property[column] ?? null),
  closes_at,
  state: counted?.state ?? null,
  held: counted?.of ?? null,
  voted: counted?.voted ?? null,
  invest: counted?.invest ?? null,
  watch_list: counted?.watchList ?? null,
  veto: counted?.veto ?? null,
  late: counted?.late ?? null,
  at,
})

/** Plans rules, votes, threads and outcomes of one circle. Returns the id of each current vote, by property and user. */
export function planDeciding(rows: DecidingRows, properties: readonly PropertyPlan[], context: CircleContext): Map<string, string> {
  const charter = planCharter(rows, context)
  const voteIds = new Map<string, string>()
  properties.forEach((property, index) => {
    const votes = planVotes(rows, property, context.random)
    for (const { user, vote } of votes) voteIds.set(`${property.property.id} ${user}`, vote)
    planThread(rows, property, context)
    const isOpen = property.property.listing_status === 'available'
    const closing = !isOpen ? 'past' : index === 0 && context.random.chance(0.5) ? 'ahead' : null
    planOutcome(rows, property, votes, charter, { ...context, closing })
  })
  return voteIds
}
