import { useLocation } from 'react-router'
import { loginFrom, paths, signUpFor } from '#contract/paths.ts'
import { isDestination, needOf } from '#domain/gates.ts'

/** Sign in and register, and back to this screen afterwards unless it is itself on the way to an account. */
export function useDoors(): { readonly login: string; readonly register: string } {
  const { pathname, search } = useLocation()
  const here = pathname + search
  const isOnTheWay = !isDestination(here) || ['onboarding', 'verification'].includes(needOf(here))
  return isOnTheWay ? { login: paths.login, register: paths.register } : { login: loginFrom(here), register: signUpFor(here) }
}
