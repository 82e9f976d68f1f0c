import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { sessionQuery } from '#web/api/session.ts'
import { readToken } from '#web/api/token.ts'

/** While a stored session is being checked, there is neither a user nor a visitor. */
export function useCurrentUser(): { readonly user: User | null; readonly isVisitor: boolean } {
  const { data, isPending } = useQuery(sessionQuery)
  const isStillChecking = isPending && readToken() !== null
  return { user: data ?? null, isVisitor: !data && !isStillChecking }
}
