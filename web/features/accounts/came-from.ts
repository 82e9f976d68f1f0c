import { useSearchParams } from 'react-router'
import { isDestination } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'

/** The page the person wanted before the redirect to here, and links between sign-in and registration that keep it. */
export function useCameFrom() {
  const [params] = useSearchParams()
  const asked = params.get('redirect')
  const cameFrom = isDestination(asked) ? asked : null
  const keep = (path: string) => (cameFrom ? `${path}?redirect=${encodeURIComponent(cameFrom)}` : path)
  return { cameFrom, loginPath: keep(paths.login), registerPath: keep(paths.register) }
}
