import type { CircleOutline } from './circle-outlines.ts'
import { type DemoRows, emptyRows } from './demo-rows.ts'
import { type CirclePlan, type Participants, planCircle } from './plan-circle.ts'
import { planDeciding } from './plan-deciding.ts'
import { planNotices } from './plan-notices.ts'
import { daysBefore, type People, planPeople } from './plan-people.ts'
import { pictureRows, planProperties } from './plan-properties.ts'
import { planSavedSearch } from './plan-saved-search.ts'
import { type Picture, type PictureFiles, type PictureSubject, planPictures } from './property-pictures.ts'
import { type Random, randomFrom } from './random.ts'

type DemoSources = { readonly outlines: readonly CircleOutline[]; readonly pictureFiles: PictureFiles; readonly passwordHash: string }

/** The whole demo. The same moment gives the same rows on every machine. */
export function planDemo(
  { outlines, pictureFiles, passwordHash }: DemoSources,
  now: Date,
): { rows: DemoRows; pictures: Picture[]; people: People } {
  const random = randomFrom('arcstead demo')
  const towns = outlines.map((outline) => outline.town)
  const people = planPeople(now, towns, passwordHash, random)
  const rows = emptyRows()
  rows.users.push(...people.rows)
  const { pictures, picturesOf } = planPictures(pictureFiles, rows, now, 'demo')

  outlines.forEach((outline, index) => {
    const inTurn = 1.2 + index * 4 + random.between(0, 3)
    const createdAt = daysBefore(now, outline.began ?? inTurn)
    const until = daysBefore(now, outline.until ?? 0)
    const own = randomFrom(outline.title)
    const plan = planCircle(outline, createdAt, until, participantsFor(outline, people, own), own)
    const brokers = brokersFor(outline, people, own)
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
    const properties = planProperties(
      { outline, plan, brokers, now: until, picturesOf: byTurns(outline, picturesOf) },
      own.whole(2, 4),
      own,
    )
    const voteIds = planDeciding(rows, properties, { plan, brokers, now: until, random: randomFrom(`${outline.title} decides`) })
    for (const planned of properties) {
      const { property, preferences } = planned
      rows.properties.push(property)
      rows.property_pictures.push(...pictureRows(planned))
      for (const vote of preferences) rows.preferences.push({ ...vote, vote_id: voteIds.get(`${property.id} ${vote.user_id}`) ?? null })
    }
    rows.waiting_list.push(...waitingFor(plan, people, now, own))
  })
  for (const { id } of [people.login.investor, people.login.broker])
    rows.notices.push(...planNotices(rows, id, now, randomFrom(`notices of ${id}`)))
  planSavedSearch(rows, people.login.investor.id, randomFrom('saved search'))
  rows.ledger.sort((a, b) => (a.at as Date).getTime() - (b.at as Date).getTime())
  return { rows, pictures, people }
}

type PicturesOf = (subject: PictureSubject, count: number) => readonly string[]

/** The types of a circle's properties take turns: pictures of one type and landscape look alike. */
function byTurns({ types }: CircleOutline, picturesOf: PicturesOf): PicturesOf {
  let turn = 0
  return (subject, count) => picturesOf({ ...subject, type: types[turn++ % types.length] ?? subject.type }, count)
}

function participantsFor(outline: CircleOutline, people: People, random: Random): Participants {
  const investor = people.login.investor.id
  const others = random.some(people.investors, 14).map((row) => row.id)
  const [first = investor, ...rest] = others
  const admin = people.login.admin.id
  if (outline.part === 'owner') return { owner: investor, buyers: others, admin }
  return { owner: first, buyers: outline.part === 'member' ? [investor, ...rest] : rest, admin }
}

/** The broker to sign in as where the outline says so; elsewhere up to two of the others. */
function brokersFor(outline: CircleOutline, people: People, random: Random): string[] {
  const others = random.some(people.otherBrokers, random.whole(1, 2)).map((row) => row.id)
  if (outline.brokers === 'exclusive') return [people.login.broker.id]
  if (outline.brokers === 'team') return [people.login.broker.id, ...others]
  return random.chance(0.4) ? others : []
}

/** The waiting list of a full circle, oldest first. */
function waitingFor(plan: CirclePlan, people: People, now: Date, random: Random): DemoRows['waiting_list'] {
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
