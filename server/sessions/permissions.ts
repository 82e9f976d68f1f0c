import { sql } from 'kysely'
import { ofEachPermission, type Permission, type Permissions, permissionNames, permissionTable } from '#domain/may/person.ts'

type PermissionColumn = (typeof permissionTable)[Permission]['column']
type PermissionRow = Readonly<Record<PermissionColumn, boolean>>

const columnOf = (name: Permission) => permissionTable[name].column

/** The columns of `users` that hold an account's permissions. */
export const permissionColumns = permissionNames.map((name) => `users.${columnOf(name)}` as const)

export const permissionsOf = (row: PermissionRow): Permissions => ofEachPermission((name) => row[columnOf(name)])

/** The permissions as they are stored. */
export const permissionValues = (permissions: Permissions) =>
  Object.fromEntries(permissionNames.map((name) => [columnOf(name), permissions[name]])) as Record<PermissionColumn, boolean>

/** In SQL, for a row of `users`: as `mayReadEverything`. */
export const readsEverything = sql<boolean>`(${sql.join(
  permissionNames.filter((name) => permissionTable[name].readsEverything).map((name) => sql.ref(`users.${columnOf(name)}`)),
  sql` or `,
)})`
