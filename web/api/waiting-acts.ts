import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { invalidateFacts } from './cache-rules.ts'
import { call } from './client.ts'
import { isOnline, onConnectionChange } from './connection.ts'
import { type Act, createOutbox, type Outbox, outboxPrefix, type SendResult, type WaitingAct } from './outbox.ts'
import { onTokenChange, ownerOf, readToken } from './token.ts'

const lockName = 'arcstead-outbox'
/** Then the act is kept, and the person goes on. */
const tryTimeout = 10_000

type Messages = { readonly onSent: (act: WaitingAct) => void; readonly onRefused: (act: WaitingAct) => void }

let messages: Messages = { onSent: () => {}, onRefused: () => {} }
let outbox: Outbox | null = null
let shown: readonly WaitingAct[] = []
const listeners = new Set<() => void>()

/** Without Web Locks (they exist only in secure contexts) two tabs may send the same act; the server does it once. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lockName, work)
  else await work()
}

export const ownUserId = (): string => ownerOf(readToken()) ?? ''

const outboxOf = (userId: string): Outbox =>
  createOutbox({
    userId,
    storage: localStorage,
    inOneTab,
    // Somebody else may sign in, in another tab, while this tab sends.
    isOnline: () => isOnline() && ownUserId() === userId,
    send: async ({ method, path, body, key }) => {
      const signal = AbortSignal.timeout(tryTimeout)
      return (await call(method, path, body, { quiet: true, idempotencyKey: key, as: userId, signal })).data
    },
    onSent: (act) => messages.onSent(act),
    onRefused: (act) => messages.onRefused(act),
    onChange: refresh,
  })

/** The outbox of the person who is signed in. Another person's acts stay where they are. */
function ownOutbox(): Outbox {
  const userId = ownUserId()
  if (outbox?.userId === userId) return outbox
  outbox?.stop()
  outbox = outboxOf(userId)
  return outbox
}

function refresh(): void {
  shown = ownOutbox()
    .list()
    .filter(({ isFirstTry }) => !isFirstTry)
  for (const listener of listeners) listener()
}

const changedInOtherTab = ({ key }: StorageEvent) => {
  if (key === null || key.startsWith(outboxPrefix)) refresh()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', changedInOtherTab)
    stopWatchingToken = onTokenChange(refresh)
  }
  listeners.add(listener)
  refresh()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', changedInOtherTab)
    stopWatchingToken()
  }
}
let stopWatchingToken = () => {}

/** What the person did and the server has not accepted, in order. */
export const useWaitingActs = (): readonly WaitingAct[] => useSyncExternalStore(subscribe, () => shown)

/** The act on this subject that waits to be sent. */
export const useWaiting = (subject: string): WaitingAct | undefined =>
  useWaitingActs().find((act) => act.subject === subject && act.refusal === null)

/** The page on which an act is made shows what became of it. */
export const currentAddress = (): string => window.location.pathname + window.location.search

/** For acts that can wait. Everything else is sent by the client, and fails without a connection. */
export const sendOrKeep = (act: Act): Promise<SendResult> => ownOutbox().sendOrKeep(act)

export const removeWaiting = ({ key }: WaitingAct): void => ownOutbox().remove(key)

export const flushOutbox = (): Promise<void> => ownOutbox().flush()

/** Removes a person's acts from this browser, after they have signed out. Returns what was not sent. */
export const clearOutbox = (userId: string): readonly WaitingAct[] =>
  outboxOf(userId)
    .clear()
    .filter(({ kind }) => kind !== 'mark')

/** Sends what waits now and whenever the connection is back. Returns a function that stops it. */
export function startSending(queryClient: QueryClient, { onSent, onRefused }: Messages): () => void {
  const update = (act: WaitingAct) => void invalidateFacts(queryClient, act.changes)
  messages = {
    onSent: (act) => {
      update(act)
      onSent(act)
    },
    onRefused: (act) => {
      update(act)
      onRefused(act)
    },
  }
  /** Another tab has sent it; it tells the person, and this tab refetches. */
  const sentInOtherTab = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key?.startsWith(outboxPrefix) && oldValue && !newValue) update(JSON.parse(oldValue) as WaitingAct)
  }
  window.addEventListener('storage', sentInOtherTab)
  const stopWatching = onConnectionChange((online) => online && void ownOutbox().flush())
  void ownOutbox().start()
  return () => {
    window.removeEventListener('storage', sentInOtherTab)
    stopWatching()
    outbox?.stop()
    messages = { onSent: () => {}, onRefused: () => {} }
  }
}
