import { sql } from 'kysely'
import type { Permissions } from '#domain/may/person.ts'

/** The columns of `users` that hold an account's permissions. */
export const permissionColumns = ['users.is_admin'] as const

export const permissionsOf = (row: { readonly is_admin: boolean }): Permissions => ({ isAdmin: row.is_admin })

/** In SQL, for a row of `users`: as `mayReadEverything`. */
export const readsEverything = sql<boolean>`users.is_admin`
