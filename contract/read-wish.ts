import type { WishAct } from '#domain/wish.ts'
import { isSafeRedirect, type Need } from './gates.ts'
import { type Path, paths } from './paths.ts'

/** The page that a person wanted to open. The invite is separate from the path, because it is a secret. */
export type Wish = { readonly path: Path; readonly act: WishAct; readonly circleId: string | null; readonly invite: string | null }

/** Who can fulfil a wish: also of someone invited, whom the public page alone does not help. */
export const wishNeed: Need = 'member'

const longestWish = 500

const circleId = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

// Only what a person may have to wait for. The router ignores case and decodes %6C, so any other
// spelling (another host, /Logout, /%6Cogout) is refused by not being in the list.
const screens: readonly (readonly [path: Path, act: WishAct])[] = [
  [paths.joinCircle(circleId), 'join'],
  [paths.createCircle, 'create'],
  [paths.circlePublic(circleId), 'invitation'],
]
const patterns = screens.map(([path, act]) => [new RegExp(`^${path}$`), act] as const)

const inviteIn = (query: string): string | null => /(?:^|&)invite=([\w-]+)(?:&|$)/.exec(query)?.[1] ?? null

/** Parses a URL of the page as a wish; null if it may not be saved. All parameters except the invite are dropped. */
export function readWish(address: string | null | undefined): Wish | null {
  if (!isSafeRedirect(address) || address.length > longestWish) return null
  const [path = '', query = ''] = address.replace(/#.*$/s, '').split('?', 2)
  for (const [pattern, act] of patterns) {
    const found = pattern.exec(path)
    const invite = inviteIn(query)
    // Without an invite the public page is open to everyone, now and later.
    if (found && (act !== 'invitation' || invite)) return { path: path as Path, act, circleId: found[1] ?? null, invite }
  }
  return null
}
