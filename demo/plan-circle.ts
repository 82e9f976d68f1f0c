import type { Insertable } from 'kysely'
import { type Arc, decidePurchase, priceArcs, purchasePlans, shareCount } from '#domain/arcs.ts'
import { ownershipStructureValues, type PropertyType, propertyConditionValues } from '#domain/choices.ts'
import type { DB } from '#server/db/schema.generated.ts'
import type { CircleOutline } from './circle-outlines.ts'
import { idAt, type Random } from './random.ts'

/** One person's membership of a circle, ended or not. */
export type Seat = { readonly id: string; readonly personId: string; readonly isOwner: boolean; readonly since: Date; until: Date | null }

export type CirclePlan = {
  readonly id: string
  readonly createdAt: Date
  readonly circle: Insertable<DB['circles']>
  readonly seats: readonly Seat[]
  readonly memberships: Insertable<DB['memberships']>[]
  readonly arcs: Insertable<DB['arcs']>[]
  readonly ledger: Insertable<DB['ledger']>[]
}

export type Participants = {
  readonly owner: string
  /** Who may join, in the order in which they do. */
  readonly buyers: readonly string[]
  readonly admin: string
}

type HeldArc = { readonly number: number; readonly price: number; holder: Seat | null; since: Date | null }

const typesWithRooms: ReadonlySet<PropertyType> = new Set(['single_family', 'multi_family', 'condo', 'townhouse'])

/** A circle with the history that led to `outline.sold` taken arcs. Every purchase is granted by the rule of `domain/arcs.ts`. */
export function planCircle(outline: CircleOutline, createdAt: Date, now: Date, participants: Participants, random: Random): CirclePlan {
  const circleId = idAt(random, createdAt)
  const shares = outline.share ? shareCount(outline.share) : 0
  const arcs: HeldArc[] = priceArcs(outline.target, shares).map((price, index) => ({
    number: index + 1,
    price,
    holder: null,
    since: null,
  }))
  const seats: Seat[] = []
  const ledger: Insertable<DB['ledger']>[] = []
  const taken = () => arcs.filter((arc) => arc.holder).length

  const write = (kind: 'bought' | 'added' | 'removed', seat: Seat, moved: readonly HeldArc[] | readonly Arc[], actor: string, at: Date) => {
    const amount = moved.reduce((sum, arc) => sum + arc.price, 0) * (kind === 'removed' ? -1 : 1)
    const numbers = moved.map((arc) => arc.number)
    ledger.push({
      circle_id: circleId,
      membership_id: seat.id,
      user_id: seat.personId,
      kind,
      arcs: numbers,
      amount,
      actor_id: actor,
      at,
    })
  }
  const sit = (personId: string, since: Date, isOwner = false): Seat => {
    const seat = { id: idAt(random, since), personId, isOwner, since, until: null }
    seats.push(seat)
    return seat
  }
  const buy = (seat: Seat, count: number, at: Date) => {
    const offered = arcs.map((arc) => ({ ...arc, isFree: arc.holder === null }))
    const decision = decidePurchase(offered, purchasePlans(offered)[count - 1]?.amount ?? 0)
    if (!decision.ok) throw new Error(`${outline.title}: ${decision.reason}`)
    write(ledger.some((row) => row.membership_id === seat.id) ? 'added' : 'bought', seat, decision.value, seat.personId, at)
    for (const arc of arcs)
      if (decision.value.some((bought) => bought.number === arc.number)) Object.assign(arc, { holder: seat, since: at })
  }
  const leave = (seat: Seat, at: Date) => {
    const freed = arcs.filter((arc) => arc.holder === seat)
    write('removed', seat, freed, participants.admin, at)
    for (const arc of freed) arc.holder = null
    seat.until = at
  }

  const moments = spread(createdAt, now, shares + 3, random)
  const owner = sit(participants.owner, createdAt, true)
  const most = outline.part === 'member' ? outline.sold - 1 : outline.sold
  if (outline.sold > 0) buy(owner, Math.min(most, random.whole(1, Math.ceil(shares / 4))), createdAt)
  const buyers = [...participants.buyers]
  const someoneLeaves = shares >= 6 && outline.sold < shares && outline.part === null && random.chance(0.2)
  if (someoneLeaves) {
    const early = sit(buyers.pop() ?? participants.owner, moments.shift() ?? now)
    buy(early, 1, early.since)
    leave(early, moments.shift() ?? now)
  }
  while (taken() < outline.sold) {
    const at = moments.shift() ?? now
    const count = Math.min(outline.sold - taken(), random.pick([1, 1, 1, 2, 2, 3]))
    const member = seats.length > 2 && random.chance(0.2) ? random.pick(seats.filter((seat) => !seat.until)) : undefined
    const newcomer = member ? undefined : buyers.shift()
    buy(member ?? (newcomer ? sit(newcomer, at) : owner), count, at)
  }

  const ownerAmount = ledger[0]?.amount ?? null
  return {
    id: circleId,
    createdAt,
    circle: {
      id: circleId,
      created_by: participants.owner,
      ...termsOf(outline, ownerAmount, random),
      created_at: createdAt,
      updated_at: createdAt,
    },
    seats,
    memberships: seats.map((seat) => ({
      id: seat.id,
      circle_id: circleId,
      user_id: seat.personId,
      is_owner: seat.isOwner,
      created_at: seat.since,
      welcomed_at: seat.since,
      ended_at: seat.until,
      ended_by: seat.until && participants.admin,
    })),
    arcs: arcs.map(({ number, price, holder, since }) => ({
      circle_id: circleId,
      number,
      price,
      membership_id: holder?.id ?? null,
      held_since: holder && since,
    })),
    ledger,
  }
}

/** Moments between two times, in order, denser at the beginning: most people join a new circle early. */
function spread(from: Date, to: Date, count: number, random: Random): Date[] {
  const length = to.getTime() - from.getTime()
  return Array.from({ length: count }, () => new Date(Math.round(from.getTime() + length * (0.02 + 0.9 * random.next() ** 1.6)))).sort(
    (a, b) => a.getTime() - b.getTime(),
  )
}

function termsOf(outline: CircleOutline, ownerAmount: number | null, random: Random) {
  const { town, types, target } = outline
  const hasRooms = types.some((type) => typesWithRooms.has(type))
  const rooms = hasRooms ? random.whole(1, 3) : null
  const most = hasRooms && random.chance(0.6) ? random.whole(3, 5) : null
  return {
    title: outline.title,
    description: outline.description,
    city: town.city,
    state: town.state,
    // Offset, so that circles of one town are separate points on the map.
    lat: Number((town.lat + random.between(-0.03, 0.03)).toFixed(5)),
    lng: Number((town.lng + random.between(-0.03, 0.03)).toFixed(5)),
    hide_circle: outline.part === 'hidden',
    total_target_size: target,
    minimum_share_size: outline.share,
    owner_investment_amount: ownerAmount,
    geographic_radius: random.whole(1, 8) * 5,
    bedrooms_min: rooms,
    bedrooms_max: most,
    bathrooms_min: rooms === null ? null : Math.min(rooms, 2),
    bathrooms_max: most === null ? null : Math.max(2, most - 1),
    ownership_structure: random.pick(ownershipStructureValues.filter((value) => value !== 'other')),
    property_types: [...types],
    property_condition: propertyConditionValues.filter(() => random.chance(0.5)),
    investment_purpose: [...outline.purposes],
    property_investment_min: target === null ? 200_000 : Math.round((target * 0.6) / 10_000) * 10_000,
    property_investment_max: target === null || random.chance(0.2) ? null : Math.round((target * 1.15) / 10_000) * 10_000,
  }
}
