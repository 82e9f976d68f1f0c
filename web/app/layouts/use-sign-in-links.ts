import { useLocation } from 'react-router'
import { isDestination, needOf } from '#contract/gates.ts'
import { loginFrom, paths, signUpFor } from '#contract/paths.ts'

/** Links to sign in and register that lead back to this screen, unless this screen is itself part of signing up. */
export function useSignInLinks(): { readonly login: string; readonly register: string } {
  const { pathname, search } = useLocation()
  const here = pathname + search
  const isOnTheWay = !isDestination(here) || ['onboarding', 'verification'].includes(needOf(here))
  return isOnTheWay ? { login: paths.login, register: paths.register } : { login: loginFrom(here), register: signUpFor(here) }
}
