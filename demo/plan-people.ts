import type { Insertable } from 'kysely'
import { type PropertyType, propertyTypeValues } from '#domain/choices.ts'
import type { DB } from '#server/db/schema.generated.ts'
import type { Town } from './circle-outlines.ts'
import { type DemoRole, demoLogins, emailOf } from './logins.ts'
import { nameOf } from './names.ts'
import { idAt, type Random, randomFrom } from './random.ts'

export type UserRow = Insertable<DB['users']> & { readonly id: string }

const day = 24 * 60 * 60 * 1_000
export const daysBefore = (now: Date, days: number): Date => new Date(Math.round(now.getTime() - days * day))

type PersonKind = 'admin' | 'broker' | 'invited_broker' | 'investor' | 'suspended' | 'pending' | 'newcomer'

type PersonFacts = {
  readonly kind: PersonKind
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly createdAt: Date
  readonly passwordHash: string
  /** Who verified them; null for the first admin. */
  readonly verifiedBy: string | null
  readonly town: Town
}

/** One account in the state that its kind stands for. */
export function planPerson(facts: PersonFacts, random: Random): UserRow {
  const { kind, createdAt, town } = facts
  const isOnboarded = kind !== 'newcomer'
  const isVerified = isOnboarded && kind !== 'pending'
  const isInvestor = isOnboarded && kind !== 'broker' && kind !== 'invited_broker'
  const soon = new Date(createdAt.getTime() + day / 2)
  const least = random.whole(1, 20) * 10_000
  return {
    id: idAt(random, createdAt),
    first_name: facts.firstName,
    last_name: facts.lastName,
    email: facts.email,
    email_confirmed_at: kind === 'invited_broker' ? null : createdAt,
    is_demo: true,
    password_hash: kind === 'invited_broker' ? null : facts.passwordHash,
    status: kind === 'invited_broker' ? 'invited' : kind === 'suspended' ? 'suspended' : 'active',
    is_admin: kind === 'admin',
    is_broker: kind === 'broker' || kind === 'invited_broker',
    is_verified: isVerified,
    onboarding_complete: isOnboarded,
    verification_requested: isInvestor && kind !== 'admin',
    verification_requested_at: isInvestor && kind !== 'admin' ? createdAt : null,
    verified_at: isVerified ? soon : null,
    verified_by: isVerified ? facts.verifiedBy : null,
    tos_accepted_at: kind === 'invited_broker' ? null : createdAt,
    location_city: isInvestor ? town.city : null,
    location_state: isInvestor ? town.state : null,
    location_lat: isInvestor ? town.lat : null,
    location_lng: isInvestor ? town.lng : null,
    preferred_investment_radius: isInvestor ? random.whole(1, 20) * 5 : null,
    property_investment_min: isInvestor ? least : null,
    property_investment_max: isInvestor ? least + random.whole(10, 400) * 10_000 : null,
    preferred_property_types: isInvestor ? random.some<PropertyType>(propertyTypeValues, random.whole(1, 3)) : [],
    created_at: createdAt,
    updated_at: isVerified ? soon : createdAt,
  }
}

export type People = {
  readonly rows: UserRow[]
  readonly login: Readonly<Record<DemoRole, UserRow>>
  /** Verified investors other than the one to sign in as. */
  readonly investors: readonly UserRow[]
  readonly otherBrokers: readonly UserRow[]
  /** People who have asked to be verified, other than the one to sign in as. */
  readonly awaiting: readonly UserRow[]
  /** People who have registered and not been onboarded, other than the one to sign in as. */
  readonly newcomers: readonly UserRow[]
}

const investorCount = 44
const kindOfRole: Readonly<Record<DemoRole, PersonKind>> = {
  admin: 'admin',
  broker: 'broker',
  investor: 'investor',
  pending: 'pending',
  newcomer: 'newcomer',
}

/** Everyone in the circles of circles.tsv, and a few accounts that wait for an administrator. */
export function planPeople(now: Date, towns: readonly Town[], passwordHash: string, random: Random): People {
  const rows: UserRow[] = []
  type Name = { readonly firstName: string; readonly lastName: string }
  const add = (kind: PersonKind, name: Name, email: string, days: number, town?: Town, own = random): UserRow => {
    const facts = { kind, ...name, email, createdAt: daysBefore(now, days), passwordHash, verifiedBy: rows[0]?.id ?? null }
    const row = planPerson({ ...facts, town: town ?? own.pick(towns) }, own)
    rows.push(row)
    return row
  }
  // Members registered before the first circle was made; those who await verification came recently.
  const daysOf: Readonly<Record<DemoRole, number>> = { admin: 700, broker: 690, investor: 685, pending: 2.2, newcomer: 0.4 }
  const people = demoLogins.map(({ role, ...name }) => [role, add(kindOfRole[role], name, emailOf(role), daysOf[role], towns[1])] as const)
  const login = Object.fromEntries(people) as Record<DemoRole, UserRow>

  let next = 0
  const anyone = (kind: PersonKind, days: number, own = random): UserRow => {
    const name = nameOf(next++)
    return add(kind, name, emailOf(`${name.firstName}.${name.lastName}`.toLowerCase()), days, undefined, own)
  }
  const investors = Array.from({ length: investorCount }, () => anyone('investor', random.between(655, 684)))
  const otherBrokers = Array.from({ length: 3 }, () => anyone('broker', random.between(655, 684)))
  const awaiting = [5.1, 1.3].map((days) => anyone('pending', days))
  anyone('invited_broker', 3.4)
  anyone('suspended', 120)
  const newcomers = [anyone('newcomer', 0.9)]
  // Drawn from numbers of their own: nobody else changes with them.
  const late = randomFrom('people who came later')
  awaiting.push(...[8.3, 6.4, 16.2].map((days) => anyone('pending', days, late)))
  newcomers.push(anyone('newcomer', 2.1, late))
  // Enough to go through the queue.
  awaiting.push(...[7.4, 3.6, 1.9, 0.7, 0.2].map((days) => anyone('pending', days, late)))
  return { rows, login, investors, otherBrokers, awaiting, newcomers }
}
