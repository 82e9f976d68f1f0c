import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { checkConnection, isOnline, onConnectionChange } from './connection.ts'
import { keptPrefix } from './remove-kept.ts'
import { type Seen, showSeen } from './seen-queries.ts'
import { ownerOf, readToken } from './token.ts'

/** What the dashboard, circles and motions show. Nothing else is kept: no signed URLs, no invitations, no administration. */
const keptNames: ReadonlySet<unknown> = new Set([
  'session',
  'config',
  'needs-you',
  'my-memberships',
  'my-properties',
  'broker-circles',
  'follows',
  'owing',
  'past-circles',
  'circle',
  'members',
  'properties',
  'stage',
  'motions',
  'motion',
  'thread',
  'latest-posts',
  'circle-people',
  'charters',
])

const oldest = 7 * 86_400_000
const mostQueries = 150
/** In characters. A longer answer is not kept. */
const longest = 300_000
const writeDelay = 300

export const isKept = ({ queryKey: [, name] }: { readonly queryKey: QueryKey }): boolean => keptNames.has(name)

/** What is stored of a query; null if it is too long. */
export function keptText(seen: Seen): string | null {
  const text = JSON.stringify(seen)
  return text.length > longest ? null : text
}

/** What was stored, unless it is too old or written by another version in another form. */
export function readKept(text: string, now: number): Seen | null {
  const seen = JSON.parse(text) as Seen
  return isKept(seen) && seen.at > now - oldest ? seen : null
}

const ownCache = (userId: string): Promise<Cache> => caches.open(keptPrefix + userId)
/** A cache stores answers by address. */
const addressOf = (queryHash: string): string => `/kept/${encodeURIComponent(queryHash)}`

const isStillSignedIn = (userId: string): boolean => ownerOf(readToken()) === userId

async function write(userId: string, queries: readonly Query[]): Promise<void> {
  const cache = await ownCache(userId)
  for (const { queryKey, queryHash, state } of queries) {
    const text = state.data === undefined ? null : keptText({ queryKey, data: state.data, at: state.dataUpdatedAt })
    if (text !== null && isStillSignedIn(userId)) await cache.put(addressOf(queryHash), new Response(text))
  }
  // Addresses are in the order in which they were written.
  const addresses = await cache.keys()
  for (const address of addresses.slice(0, Math.max(0, addresses.length - mostQueries))) await cache.delete(address)
  // Signed out meanwhile: what was just written must not stay.
  if (!isStillSignedIn(userId)) await caches.delete(keptPrefix + userId)
}

/** The person may no longer read it: neither the answer nor anything else of that circle is kept. */
async function remove(userId: string, { queryKey, queryHash }: Query): Promise<void> {
  const cache = await ownCache(userId)
  const [, , circleId] = queryKey
  for (const { url } of await cache.keys()) {
    const isOfCircle = typeof circleId === 'string' && decodeURIComponent(url).includes(circleId)
    if (isOfCircle || url.endsWith(addressOf(queryHash))) await cache.delete(url)
  }
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404)

/** Keeps what the person reads, and shows it when the connection is lost. Returns a function that stops it. */
export function keepQueries(queryClient: QueryClient, userId: string): () => void {
  if (!('caches' in window)) return () => {}
  const changed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const queries = [...changed.values()]
    changed.clear()
    // Storage that is full or disabled: the page works without it.
    if (queries.length > 0) write(userId, queries).catch(() => {})
  }
  const keep = (query: Query) => {
    if (!isKept(query)) return
    changed.set(query.queryHash, query)
    timer ??= setTimeout(flush, writeDelay)
  }
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll()) keep(query as Query)
  const stopCache = cache.subscribe((event) => {
    if (event.type !== 'updated' || !isOnline()) return
    if (event.action.type === 'success') keep(event.query as Query)
    if (event.action.type === 'error' && isKept(event.query) && isRefused(event.action.error))
      remove(userId, event.query as Query).catch(() => {})
  })
  const stopConnection = onConnectionChange((online) => {
    if (!online) showKept(queryClient).catch(() => {})
  })
  window.addEventListener('pagehide', flush)
  return () => {
    clearTimeout(timer)
    stopCache()
    stopConnection()
    window.removeEventListener('pagehide', flush)
  }
}

/** Puts what was kept into the cache, as of when it was loaded. Only without a connection: nothing is decided on it. */
export async function showKept(queryClient: QueryClient): Promise<void> {
  const userId = ownerOf(readToken())
  if (userId === undefined || !('caches' in window) || !(await caches.has(keptPrefix + userId))) return
  if (await checkConnection()) return
  const cache = await ownCache(userId)
  const answers = await Promise.all((await cache.keys()).map((address) => cache.match(address)))
  const texts = await Promise.all(answers.map((answer) => answer?.text()))
  const kept = texts.map((text) => (text === undefined ? null : readKept(text, Date.now()))).filter((seen) => seen !== null)
  if (!isOnline() && isStillSignedIn(userId)) showSeen(queryClient, kept)
}
