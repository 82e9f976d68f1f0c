import type { Selectable } from 'kysely'
import type { User } from '#contract/accounts.ts'
import { type PreferenceColumn, type Preferences, preferredCriteria } from '#domain/criteria.ts'
import { normalEmail, roleOf } from '#domain/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Users } from '#server/db/schema.generated.ts'
import { permissionsOf } from '#server/sessions/permissions.ts'

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

const preferencesOf = (row: UserRow) =>
  Object.fromEntries(
    preferredCriteria.map(({ key, column }) => [key, row[`preferred_${column}` as PreferenceColumn]]),
  ) as unknown as Preferences

/** The columns of the given preferences. */
export const preferredColumns = (given: { readonly [Key in keyof Preferences]?: Preferences[Key] | undefined }) =>
  Object.fromEntries(
    preferredCriteria.flatMap(({ key, column }) => (given[key] ? [[`preferred_${column}`, [...new Set(given[key])]]] : [])),
  ) as Partial<Record<PreferenceColumn, string[]>>

function preferenceOf(row: UserRow): User['investmentPreference'] {
  if (row.preferred_investment_radius === null || row.property_investment_min === null || row.property_investment_max === null) return null
  return {
    preferredInvestmentRadius: row.preferred_investment_radius,
    propertyInvestmentRange: { min: row.property_investment_min, max: row.property_investment_max },
    ...preferencesOf(row),
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
    about: row.about,
    showsAbout: row.shows_about,
    timeZone: row.time_zone,
    status: row.status as User['status'],
    isBroker: row.is_broker,
    isVerified: row.is_verified,
    onboardingComplete: row.onboarding_complete,
    verificationRequested: row.verification_requested,
    permissions: permissionsOf(row),
    role: roleOf({ isBroker: row.is_broker, permissions: permissionsOf(row) }),
    profileImageKey: row.profile_image_key,
    location: locationOf(row),
    investmentPreference: preferenceOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
