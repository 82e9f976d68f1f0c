import type { Insertable } from 'kysely'
import type { ListingStatus, Preference, PropertyType } from '#domain/choices.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { streetAddress } from './names.ts'
import type { CirclePlan, Seat } from './plan-circle.ts'
import { idAt, type Random } from './random.ts'
import type { Blueprint, Setting } from './story.ts'

/** What a picture shows: the same subject is drawn the same way, always. */
export type Subject = {
  readonly type: PropertyType
  readonly setting: Setting
  readonly address: string
  /** Which of the houses of this type: neighbours in one list count on, so that they differ. */
  readonly variant: number
}

export type PropertyPlan = {
  readonly property: Insertable<DB['properties']> & { readonly id: string }
  readonly preferences: Insertable<DB['preferences']>[]
}

export type Listing = {
  readonly blueprint: Blueprint
  readonly plan: CirclePlan
  readonly brokers: readonly string[]
  readonly now: Date
  /** The key of the file that shows this subject. */
  readonly pictureOf: (subject: Subject) => string
}

const isFull = (plan: CirclePlan): boolean => plan.arcs.length > 0 && plan.arcs.every((arc) => arc.membership_id)

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The places a circle is looking at, with what its members make of them. */
export function planProperties(listing: Listing, count: number, random: Random): PropertyPlan[] {
  const { blueprint, plan, brokers, now } = listing
  const { town, target } = blueprint
  const members = plan.seats.filter((seat) => !seat.until)
  const earliest = plan.createdAt.getTime()
  const firstVariant = random.whole(0, 11)
  return Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(Math.round(earliest + (now.getTime() - earliest) * random.between(0.3, 0.85)))
    const present = members.filter((seat) => seat.since < createdAt)
    const address = streetAddress(random)
    const type = random.pick(blueprint.types)
    const status = statusOf(isFull(plan), index, random)
    const id = idAt(random, createdAt)
    return {
      property: {
        id,
        circle_id: plan.id,
        uploaded_by: random.pick([...present.map((seat) => seat.personId), ...brokers]),
        address,
        city: town.city,
        state: town.state,
        zip_code: `${town.zip}${String(random.whole(1, 59)).padStart(2, '0')}`,
        url: `https://listings.example/${slug(`${town.city}-${town.state}`)}/${slug(address)}`,
        price: Math.round(((target ?? 600_000) * random.between(0.62, 1.08)) / 1_000) * 1_000,
        listing_status: status,
        image_key: listing.pictureOf({ type, setting: town.setting, address, variant: firstVariant + index }),
        created_at: createdAt,
        updated_at: createdAt,
      },
      preferences: votesOn(id, createdAt, members, now, random),
    }
  })
}

function statusOf(isFullyFunded: boolean, index: number, random: Random): ListingStatus {
  if (isFullyFunded && index === 0) return random.pick(['under_offer', 'under_contract', 'sold'])
  const luck = random.next()
  return luck < 0.84 ? 'available' : luck < 0.94 ? 'under_offer' : 'withdrawn'
}

/** Each place has an appeal of its own, so that circles agree on some and are torn over others. */
function votesOn(propertyId: string, since: Date, members: readonly Seat[], now: Date, random: Random): Insertable<DB['preferences']>[] {
  const appeal = random.between(0.1, 0.9)
  const choose = (): Preference => (random.chance(appeal) ? 'invest' : random.chance(0.65) ? 'watchList' : 'veto')
  return members
    .filter(() => random.chance(0.75))
    .map((seat) => {
      const earliest = Math.max(since.getTime(), seat.since.getTime())
      const at = new Date(Math.round(earliest + (now.getTime() - earliest) * random.between(0.05, 0.6)))
      return { property_id: propertyId, user_id: seat.personId, preference: choose(), created_at: at, updated_at: at, seen_at: at }
    })
}
