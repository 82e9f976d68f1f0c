import { isSafeRedirect } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'

/** The last view of Find Circles: its URL with filters and page, and the scroll position. */
type LastCircles = { readonly address: string; readonly y: number }

const key = 'last-circles'
const views: ReadonlySet<string> = new Set([paths.findCircles, paths.findCirclesLong, paths.mapView])

export const isCirclesView = (pathname: string): boolean => views.has(pathname)

/** Per tab, in sessionStorage. */
export function rememberCircles(last: LastCircles): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(last))
  } catch {
    // Storage is disabled: the link then leads to the first page.
  }
}

export function lastCircles(): LastCircles {
  try {
    const { address, y } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<LastCircles>
    if (isSafeRedirect(address) && isCirclesView(address.replace(/[?#].*$/s, ''))) return { address, y: Number(y) || 0 }
  } catch {
    // Treated as not saved.
  }
  return { address: paths.findCircles, y: 0 }
}

/** For Back to Circles links: the list as it was left, at the same scroll position. */
export const backToCircles = () => ({ to: lastCircles().address, state: { isBack: true } })
