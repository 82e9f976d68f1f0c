import type { Insertable } from 'kysely'
import type { ListingStatus, Preference, PropertyType } from '#domain/choices.ts'
import type { FactColumn } from '#domain/property-facts.ts'
import type { DB } from '#server/db/schema.generated.ts'
import type { CircleOutline } from './circle-outlines.ts'
import { streetAddress } from './names.ts'
import type { CirclePlan, Seat } from './plan-circle.ts'
import type { PictureSubject } from './property-pictures.ts'
import { idAt, type Random, randomFrom } from './random.ts'

export type PropertyPlan = {
  readonly property: Insertable<DB['properties']> & { readonly id: string }
  /** File keys, in their order. */
  readonly pictures: readonly string[]
  readonly preferences: Insertable<DB['preferences']>[]
}

type Listing = {
  readonly outline: CircleOutline
  readonly plan: CirclePlan
  readonly brokers: readonly string[]
  readonly now: Date
  /** The keys of up to `count` files that show this subject. */
  readonly picturesOf: (subject: PictureSubject, count: number) => readonly string[]
}

const isFull = (plan: CirclePlan): boolean => plan.arcs.length > 0 && plan.arcs.every((arc) => arc.membership_id)

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The properties of a circle, with its members' votes. */
export function planProperties(listing: Listing, count: number, random: Random): PropertyPlan[] {
  const { outline, plan, brokers, now } = listing
  const { town, target } = outline
  const members = plan.seats.filter((seat) => !seat.until)
  const earliest = plan.createdAt.getTime()
  const firstVariant = random.whole(0, 11)
  return Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(Math.round(earliest + (now.getTime() - earliest) * random.between(0.3, 0.85)))
    const present = members.filter((seat) => seat.since < createdAt)
    const address = streetAddress(random)
    const type = random.pick(outline.types)
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
        ...factsOf(type, randomFrom(`${outline.title} ${address}`)),
        created_at: createdAt,
        updated_at: createdAt,
      },
      // The first property of a circle has the most pictures, the last ones a single one.
      pictures: listing.picturesOf({ type, setting: town.setting, address, variant: firstVariant + index }, Math.max(1, 3 - index)),
      preferences: votesOn(id, createdAt, members, now, random),
    }
  })
}

type Facts = Pick<Insertable<DB['properties']>, FactColumn>

/** Land has none, and rooms are counted in homes only. */
function factsOf(type: PropertyType, random: Random): Facts {
  const year_built = random.whole(1896, 2019)
  if (type === 'land') return {}
  if (type === 'commercial' || type === 'industrial') return { year_built, living_area: random.whole(40, 400) * 100 }
  const bedrooms = type === 'multi_family' ? random.whole(6, 16) : random.whole(2, 5)
  return { year_built, bedrooms, bathrooms: random.whole(2, bedrooms * 2) / 2, living_area: bedrooms * random.whole(42, 62) * 10 }
}

/** The rows of a property's pictures. */
export const pictureRows = ({ property, pictures }: PropertyPlan): Insertable<DB['property_pictures']>[] =>
  pictures.map((image_key, index) => ({ property_id: property.id, position: index + 1, image_key }))

function statusOf(isFullyFunded: boolean, index: number, random: Random): ListingStatus {
  if (isFullyFunded && index === 0) return random.pick(['under_offer', 'under_contract', 'sold'])
  const luck = random.next()
  return luck < 0.84 ? 'available' : luck < 0.94 ? 'under_offer' : 'withdrawn'
}

/** Each property has its own appeal, so that members agree on some and disagree on others. */
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
