import { isSafeRedirect, type Path } from './gates.ts'

/** What a person was about to do: `look` at a circle, or `open` one of their own screens. */
export type WishAct = 'join' | 'create' | 'look' | 'open'

/** The page that a person wanted to open. The invite is separate from the path, because it is a secret. */
export type Wish = { readonly path: Path; readonly act: WishAct; readonly circleId: string | null; readonly invite: string | null }

export const longestWish = 500

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

// Only screens that a person may have to wait for. The router ignores case and decodes %6C, so any other spelling (another host, /Logout,
// /%6Cogout) is refused by not being in the list.
const screens: readonly (readonly [pattern: RegExp, act: WishAct])[] = [
  [new RegExp(`^/join-circle/(${uuid})$`), 'join'],
  [/^\/create-circle$/, 'create'],
  [new RegExp(`^/circle-public/(${uuid})$`), 'look'],
  [new RegExp(`^/circle/(${uuid})(?:/(?:compare|record|statement))?$`), 'look'],
  [new RegExp(`^/add-property/(${uuid})$`), 'open'],
  [/^\/(?:dashboard|profile)$/, 'open'],
]

const inviteIn = (query: string): string | null => /(?:^|&)invite=([\w-]+)(?:&|$)/.exec(query)?.[1] ?? null

/** Parses a URL of the page as a wish; null if it may not be saved. All parameters except the invite are dropped. */
export function readWish(address: string | null | undefined): Wish | null {
  if (!isSafeRedirect(address) || address.length > longestWish) return null
  const [path = '', query = ''] = address.replace(/#.*$/s, '').split('?', 2)
  for (const [pattern, act] of screens) {
    const found = pattern.exec(path)
    if (found) return { path: path as Path, act, circleId: found[1] ?? null, invite: inviteIn(query) }
  }
  return null
}

/** The wish in one sentence, for the waiting screen. */
export function wishWords({ act, title }: { readonly act: WishAct; readonly title: string | null }): string {
  if (act === 'join' && title) return `You were joining ${title}`
  if (act === 'create') return 'You were creating a circle'
  if (act === 'look' && title) return `You were looking at ${title}`
  return 'You were on your way to another page'
}
