import { type Decision, granted, refused } from '#domain/decision.ts'

/** What an account may do beyond its own things. A new permission begins here. */
export type Permissions = { readonly isAdmin: boolean }
export type Permitted = { readonly permissions: Permissions }

/** Of a visitor, and of anyone whose permissions must not count. */
export const noPermissions: Permissions = { isAdmin: false }

/** Administrators see every circle, person and file, and open the admin area. */
export const mayReadEverything = ({ permissions }: Permitted): boolean => permissions.isAdmin

/** Administrators change what is in the admin area. */
export const mayAdminister = ({ permissions }: Permitted): boolean => permissions.isAdmin

/** "Verified" in every rule of the product: verified by an admin, or an admin. */
export const countsAsVerified = (user: Permitted & { readonly isVerified: boolean }): boolean => user.isVerified || user.permissions.isAdmin

type Participant = Permitted & { readonly isBroker: boolean; readonly isVerified: boolean }

/** Creating, joining and voting are for verified people; brokers serve circles and don't take part. */
export function decideTakingPart(user: Participant): Decision<true, 'not_for_brokers' | 'not_verified'> {
  if (user.isBroker) return refused('not_for_brokers')
  return countsAsVerified(user) ? granted(true) : refused('not_verified')
}
