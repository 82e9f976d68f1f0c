import type { Insertable } from 'kysely'
import type { ListingStatus, Preference } from '#domain/choices.ts'
import type { DB } from '#server/db/schema.generated.ts'
import type { CircleOutline } from './circle-outlines.ts'
import { streetAddress } from './names.ts'
import type { CirclePlan, Seat } from './plan-circle.ts'
import type { PictureSubject } from './property-pictures.ts'
import { idAt, type Random } from './random.ts'

export type PropertyPlan = {
  readonly property: Insertable<DB['properties']> & { readonly id: string }
  readonly preferences: Insertable<DB['preferences']>[]
}

type Listing = {
  readonly outline: CircleOutline
  readonly plan: CirclePlan
  readonly brokers: readonly string[]
  readonly now: Date
  /** The key of the file that shows this subject. */
  readonly pictureOf: (subject: PictureSubject) => string
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
