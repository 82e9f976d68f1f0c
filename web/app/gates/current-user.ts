import type { User } from '#contract/accounts.ts'
import { useIsVisitor, useUser } from '#web/api/session.ts'

/** While a stored session is being checked, there is neither a user nor a visitor. */
export function useCurrentUser(): { readonly user: User | null; readonly isVisitor: boolean } {
  return { user: useUser(), isVisitor: useIsVisitor() }
}
