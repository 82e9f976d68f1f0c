import { type Decision, granted, refused } from '#domain/decision.ts'

/**
 * What an account may be given beyond its own things. A new permission is a row here, a column and the label of its role; the rules below,
 * SQL, the API, the form and the role that is shown read this table. Of several, the first names the role.
 */
export const permissionTable = {
  isAdmin: {
    column: 'is_admin',
    role: 'admin',
    tells: 'May open this area and change everything in it.',
    readsEverything: true,
    administers: true,
  },
} as const satisfies Readonly<Record<string, PermissionRow>>

type PermissionRow = {
  /** Of `users`. */
  readonly column: `is_${string}`
  /** The key of `users.role`. */
  readonly role: string
  /** Said to the administrator who gives it. */
  readonly tells: string
  readonly readsEverything: boolean
  readonly administers: boolean
}
export type Permission = keyof typeof permissionTable
export type Permissions = Readonly<Record<Permission, boolean>>
export type Permitted = { readonly permissions: Permissions }

export const permissionNames = Object.keys(permissionTable) as readonly Permission[]

export const ofEachPermission = <Value>(read: (permission: Permission) => Value) =>
  Object.fromEntries(permissionNames.map((name) => [name, read(name)])) as Record<Permission, Value>

/** Of a visitor, and of anyone whose permissions must not count. */
export const noPermissions: Permissions = ofEachPermission(() => false)

const heldOf = ({ permissions }: Permitted) => permissionNames.filter((name) => permissions[name]).map((name) => permissionTable[name])

/** Administrators see every circle, person and file, and open the admin area. */
export const mayReadEverything = (person: Permitted): boolean => heldOf(person).some(({ readsEverything }) => readsEverything)

/** Administrators change what is in the admin area. */
export const mayAdminister = (person: Permitted): boolean => heldOf(person).some(({ administers }) => administers)

/** The role that a permission gives; null without one. */
export const permittedRole = (person: Permitted) => heldOf(person)[0]?.role ?? null

/** "Verified" in every rule of the product: verified by an admin, or an admin. */
export const countsAsVerified = (user: Permitted & { readonly isVerified: boolean }): boolean => user.isVerified || user.permissions.isAdmin

type Participant = Permitted & { readonly isBroker: boolean; readonly isVerified: boolean }

/** Creating, joining and voting are for verified people; brokers serve circles and don't take part. */
export function decideTakingPart(user: Participant): Decision<true, 'not_for_brokers' | 'not_verified'> {
  if (user.isBroker) return refused('not_for_brokers')
  return countsAsVerified(user) ? granted(true) : refused('not_verified')
}
