import { useSearchParams } from 'react-router'
import { isDestination } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'

/** Where the person wanted to go before they were sent here, and the two doors with that kept in mind. */
export function useCameFrom() {
  const [params] = useSearchParams()
  const asked = params.get('redirect')
  const cameFrom = isDestination(asked) ? asked : null
  const keep = (path: string) => (cameFrom ? `${path}?redirect=${encodeURIComponent(cameFrom)}` : path)
  return { cameFrom, loginPath: keep(paths.login), registerPath: keep(paths.register) }
}
