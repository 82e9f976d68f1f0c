import { isSafeRedirect } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'

/** Where in Find Circles a person was last: the view with its filters and page, and how far it was scrolled. */
export type LastCircles = { readonly address: string; readonly y: number }

const key = 'last-circles'
const views: ReadonlySet<string> = new Set([paths.findCircles, paths.findCirclesLong, paths.mapView])

export const isCirclesView = (pathname: string): boolean => views.has(pathname)

/** Kept in this tab alone. */
export function rememberCircles(last: LastCircles): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(last))
  } catch {
    // Storage is closed to us: the way back then leads to the first page.
  }
}

export function lastCircles(): LastCircles {
  try {
    const { address, y } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<LastCircles>
    if (isSafeRedirect(address) && isCirclesView(address.replace(/[?#].*$/s, ''))) return { address, y: Number(y) || 0 }
  } catch {
    // As if nothing were kept.
  }
  return { address: paths.findCircles, y: 0 }
}

/** For links named Back to Circles: the list as it was left, at the same height. */
export const backToCircles = () => ({ to: lastCircles().address, state: { isBack: true } })
