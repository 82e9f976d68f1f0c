import type { Selectable } from 'kysely'
import type { User } from '#contract/accounts.ts'
import type { PropertyType } from '#domain/choices.ts'
import { normalEmail, roleOf } from '#domain/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Users } from '#server/db/schema.generated.ts'

export type UserRow = Selectable<Users>

export async function findUser(db: Database | Tx, id: string): Promise<UserRow | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** A row that was read as JSON, in which times are texts. */
export function userFromJson(json: unknown): UserRow {
  const columns = Object.entries(json as Record<string, unknown>)
  const revived = columns.map(([name, value]) => [name, name.endsWith('_at') && typeof value === 'string' ? new Date(value) : value])
  return Object.fromEntries(revived) as UserRow
}

export const selectUserByEmail = (db: Database | Tx, email: string) =>
  db
    .selectFrom('users')
    .selectAll('users')
    .where((where) => where(where.fn('lower', ['email']), '=', normalEmail(email)))

export const findUserByEmail = (db: Database | Tx, email: string): Promise<UserRow | undefined> =>
  selectUserByEmail(db, email).executeTakeFirst()

const locationOf = (row: UserRow): User['location'] =>
  row.location_city === null ? null : { city: row.location_city, state: row.location_state, lat: row.location_lat, lng: row.location_lng }

function preferenceOf(row: UserRow): User['investmentPreference'] {
  if (row.preferred_investment_radius === null || row.property_investment_min === null || row.property_investment_max === null) return null
  return {
    preferredInvestmentRadius: row.preferred_investment_radius,
    propertyInvestmentRange: { min: row.property_investment_min, max: row.property_investment_max },
    propertyTypes: row.preferred_property_types as PropertyType[],
  }
}

/** A user as shown to themselves and to administrators. Never contains the password hash. */
export function toUser(row: UserRow): User {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email ?? '',
    emailConfirmed: row.email_confirmed_at !== null,
    pendingEmail: row.pending_email,
    hideEmailFromMembers: row.hide_email_from_members,
    status: row.status as User['status'],
    isBroker: row.is_broker,
    isVerified: row.is_verified,
    onboardingComplete: row.onboarding_complete,
    verificationRequested: row.verification_requested,
    permissions: { isAdmin: row.is_admin },
    role: roleOf({ isBroker: row.is_broker, permissions: { isAdmin: row.is_admin } }),
    profileImageKey: row.profile_image_key,
    location: locationOf(row),
    investmentPreference: preferenceOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
