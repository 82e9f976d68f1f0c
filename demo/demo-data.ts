import type { Insertable } from 'kysely'
import { fileKeyFor } from '#domain/files.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { drawProperty } from './drawing/draw-property.ts'
import { type CirclePlan, planCircle } from './plan-circle.ts'
import { type DecidingRows, emptyDeciding, planDeciding } from './plan-deciding.ts'
import { planNotices } from './plan-notices.ts'
import { daysBefore, type People, planPeople } from './plan-people.ts'
import { planProperties, type Subject } from './plan-properties.ts'
import { type Random, randomFrom } from './random.ts'
import type { Blueprint } from './story.ts'

type Rows<Table extends keyof DB> = Insertable<DB[Table]>[]

/** Rows in the order in which they can be written: each table after those it points to. */
export type DemoRows = DecidingRows & {
  readonly users: Rows<'users'>
  readonly files: Rows<'files'>
  readonly circles: Rows<'circles'>
  readonly memberships: Rows<'memberships'>
  readonly arcs: Rows<'arcs'>
  readonly ledger: Rows<'ledger'>
  readonly waiting_list: Rows<'waiting_list'>
  readonly broker_assignments: Rows<'broker_assignments'>
  readonly properties: Rows<'properties'>
  readonly preferences: Rows<'preferences'>
  readonly notices: Rows<'notices'>
}

export type Picture = { readonly key: string; readonly svg: string }

export const emptyRows = (): DemoRows => ({
  users: [],
  files: [],
  circles: [],
  memberships: [],
  arcs: [],
  ledger: [],
  waiting_list: [],
  broker_assignments: [],
  properties: [],
  preferences: [],
  notices: [],
  ...emptyDeciding(),
})

export const pictureType = 'image/svg+xml'

// Fixed, so that a start that was killed half-way leaves no second set of files behind.
const pictureEpochs = { demo: Date.UTC(2025, 5, 7), stock: Date.UTC(2025, 5, 8) } as const

type PictureBook = { readonly pictures: Picture[]; pictureOf(subject: Subject): string }

/** Draws each subject that it is asked for and keeps the row of its file. */
export function pictureBook(rows: DemoRows, now: Date, kind: keyof typeof pictureEpochs = 'demo'): PictureBook {
  const pictures: Picture[] = []
  const pictureOf = (subject: Subject): string => {
    const key = fileKeyFor(`${subject.address}.svg`, new Date(pictureEpochs[kind] + pictures.length).toISOString())
    const svg = drawProperty(subject)
    pictures.push({ key, svg })
    rows.files.push({
      key,
      owner_id: null,
      content_type: pictureType,
      size: Buffer.byteLength(svg),
      is_seed: true,
      created_at: now,
      stored_at: now,
    })
    return key
  }
  return { pictures, pictureOf }
}

/** The whole demo: the same rows for the same moment, on every machine. */
export function planDemo(story: readonly Blueprint[], now: Date, passwordHash: string): { rows: DemoRows; pictures: Picture[] } {
  const random = randomFrom('arcstead demo')
  const towns = story.map((blueprint) => blueprint.town)
  const people = planPeople(now, towns, passwordHash, random)
  const rows = emptyRows()
  rows.users.push(...people.rows)
  const { pictures, pictureOf } = pictureBook(rows, now)

  story.forEach((blueprint, index) => {
    const createdAt = daysBefore(now, 1.2 + index * 4 + random.between(0, 3))
    const own = randomFrom(blueprint.title)
    const plan = planCircle(blueprint, createdAt, now, castFor(blueprint, people, own), own)
    const brokers = brokersFor(blueprint, people, own)
    rows.circles.push(plan.circle)
    rows.memberships.push(...plan.memberships)
    rows.arcs.push(...plan.arcs)
    rows.ledger.push(...plan.ledger)
    for (const broker of brokers)
      rows.broker_assignments.push({
        circle_id: plan.id,
        broker_id: broker,
        is_exclusive: brokers.length === 1,
        assigned_at: createdAt,
        assigned_by: people.login.admin.id,
      })
    const properties = planProperties({ blueprint, plan, brokers, now, pictureOf }, own.whole(2, 4), own)
    const places = planDeciding(rows, properties, { plan, brokers, now, random: randomFrom(`${blueprint.title} decides`) })
    for (const { property, preferences } of properties) {
      rows.properties.push(property)
      for (const vote of preferences) rows.preferences.push({ ...vote, vote_id: places.get(`${property.id} ${vote.user_id}`) ?? null })
    }
    rows.waiting_list.push(...waitingFor(plan, people, now, own))
  })
  for (const { id } of [people.login.investor, people.login.broker])
    rows.notices.push(...planNotices(rows, id, now, randomFrom(`notices of ${id}`)))
  rows.ledger.sort((a, b) => (a.at as Date).getTime() - (b.at as Date).getTime())
  return { rows, pictures }
}

function castFor(blueprint: Blueprint, people: People, random: Random) {
  const investor = people.login.investor.id
  const others = random.some(people.investors, 14).map((row) => row.id)
  const [first = investor, ...rest] = others
  const admin = people.login.admin.id
  if (blueprint.part === 'owner') return { owner: investor, buyers: others, admin }
  return { owner: first, buyers: blueprint.part === 'member' ? [investor, ...rest] : rest, admin }
}

/** The demo's own broker where the story says so; elsewhere one, some or none of the others. */
function brokersFor(blueprint: Blueprint, people: People, random: Random): string[] {
  const others = random.some(people.otherBrokers, random.whole(1, 2)).map((row) => row.id)
  if (blueprint.brokers === 'exclusive') return [people.login.broker.id]
  if (blueprint.brokers === 'team') return [people.login.broker.id, ...others]
  return random.chance(0.4) ? others : []
}

/** People who would have liked to be in a full circle, in the order in which they asked. */
function waitingFor(plan: CirclePlan, people: People, now: Date, random: Random): Rows<'waiting_list'> {
  const isFull = plan.arcs.length > 0 && plan.arcs.every((arc) => arc.membership_id)
  if (!isFull) return []
  const members = new Set(plan.seats.map((seat) => seat.personId))
  const outside = people.investors.filter((row) => !members.has(row.id))
  return random.some(outside, random.whole(1, 3)).map((row, index) => ({
    circle_id: plan.id,
    user_id: row.id,
    created_at: daysBefore(now, 6 - index * 1.5),
    notified_at: null,
  }))
}
