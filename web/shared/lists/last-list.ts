import { isSafeRedirect } from '#contract/gates.ts'
import { type Path, paths } from '#contract/paths.ts'

/** The screens of each list that Back returns to. */
const lists = {
  circles: [paths.findCircles, paths.findCirclesLong, paths.mapView],
  people: [paths.admin, paths.adminUsers, paths.adminBrokers],
  managedCircles: [paths.adminCircles],
  assignedCircles: [paths.brokerCircles],
  crashReports: [paths.adminCrashReports],
  reports: [paths.adminReports],
} as const satisfies Record<string, readonly Path[]>
type ListName = keyof typeof lists

/** The last view of a list: its URL with filters and page, and the scroll position. */
type LastList = { readonly address: string; readonly y: number }

const names = Object.keys(lists) as ListName[]
const keyOf = (name: ListName) => `last-list-${name}`

/** The list that this screen shows, if any. */
export const listAt = (pathname: string): ListName | null => names.find((name) => lists[name].some((path) => path === pathname)) ?? null

/** Per tab, in sessionStorage. */
export function rememberList(name: ListName, last: LastList): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(last))
  } catch {
    // Storage is disabled: the link then leads to the first page.
  }
}

/** Null if this tab has not shown the list. */
export function lastList(name: ListName): LastList | null {
  try {
    const { address, y } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as Partial<LastList>
    if (isSafeRedirect(address) && listAt(address.replace(/[?#].*$/s, '')) === name) return { address, y: Number(y) || 0 }
  } catch {
    // Treated as not saved.
  }
  return null
}

/** For links and redirects: the list as it was left, at the same scroll position; otherwise `first`. */
export const backToList = (name: ListName, first: Path) => ({ to: lastList(name)?.address ?? first, state: { isBack: true } })

export const backToCircles = () => backToList('circles', paths.findCircles)
