import { ApiError } from './api-error.ts'
import type { Facts } from './facts.ts'

/** Marks are made by reading, so nobody learns when one of them is refused. */
export type WaitingKind = 'vote' | 'comment' | 'mark'

/** What a person did, as it is sent. */
export type Act = {
  readonly kind: WaitingKind
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: object
  /** A later act on the same subject takes the place of one that waits. A comment is a subject of its own. */
  readonly subject: string
  /** What it is about, and the page that shows it, for messages. */
  readonly about: string
  readonly page: string
  readonly changes: Facts
}

export type WaitingAct = Act & {
  /** The Idempotency-Key of every try. */
  readonly key: string
  /** Milliseconds; the order of sending. */
  readonly madeAt: number
  /** The first try; null before it. The server may have the act since then. */
  readonly triedAt: number | null
  /** The screen that made it waits for the answer and says itself what came of it. */
  readonly isFirstTry: boolean
  /** Why it was not accepted. It stays until the person has seen that. */
  readonly refusal: { readonly code: string | null; readonly words: string } | null
}

export type SendResult = { readonly isKept: false; readonly data: unknown } | { readonly isKept: true }

/** The server forgets a key after 24 hours (server/jobs/sweep.ts). */
const keysLast = 23 * 3_600_000
const firstDelay = 2_000
const longestDelay = 60_000

/** The act may be accepted at the next try: no answer, too many requests, a failing server, or the session has ended. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500

type OutboxOptions = {
  readonly userId: string
  readonly storage: Storage
  /** Runs `work` in one tab at a time. */
  readonly inOneTab: (work: () => Promise<void>) => Promise<void>
  readonly isOnline: () => boolean
  readonly send: (act: WaitingAct) => Promise<unknown>
  /** An act that had waited was accepted or refused. */
  readonly onSent: (act: WaitingAct) => void
  readonly onRefused: (act: WaitingAct) => void
  /** The list has changed in this tab. */
  readonly onChange: () => void
}

export const outboxPrefix = 'waiting:'

type Waiter = { readonly resolve: (result: SendResult) => void; readonly reject: (error: unknown) => void }

/**
 * Acts that wait until the server has answered. Each is stored before it is sent, and sent with the same key until there is an answer, so it
 * is done once whatever becomes of line and page. One storage item per act: tabs never write over each other's.
 */
export function createOutbox({ userId, storage, inOneTab, isOnline, send, onSent, onRefused, onChange }: OutboxOptions) {
  const prefix = `${outboxPrefix}${userId}:`
  const waiters = new Map<string, Waiter>()
  let delay = firstDelay
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = (key: string): WaitingAct | null => {
    try {
      return JSON.parse(storage.getItem(prefix + key) ?? 'null') as WaitingAct | null
    } catch {
      return null
    }
  }
  const list = (): WaitingAct[] =>
    Object.keys(storage)
      .flatMap((name) => (name.startsWith(prefix) ? (read(name.slice(prefix.length)) ?? []) : []))
      .sort((a, b) => a.madeAt - b.madeAt)
  const write = (act: WaitingAct) => {
    storage.setItem(prefix + act.key, JSON.stringify(act))
    onChange()
  }
  const remove = (key: string) => {
    storage.removeItem(prefix + key)
    onChange()
  }
  /** Writes it only if it was not taken back or replaced meanwhile. */
  const update = (act: WaitingAct, change: Partial<WaitingAct>) => {
    const stored = read(act.key)
    if (stored) write({ ...stored, ...change })
  }

  const settle = (key: string, settled: (waiter: Waiter) => void): boolean => {
    const waiter = waiters.get(key)
    waiters.delete(key)
    if (waiter) settled(waiter)
    return waiter !== undefined
  }

  const refuse = (act: WaitingAct, error: unknown) => {
    if (settle(act.key, ({ reject }) => reject(error)) || act.kind === 'mark') return remove(act.key)
    const refusal = { code: (error instanceof ApiError && error.code) || null, words: error instanceof Error ? error.message : '' }
    update(act, { refusal })
    onRefused({ ...act, refusal })
  }

  /** True if the next one can be tried. */
  const tryToSend = async (act: WaitingAct): Promise<boolean> => {
    const { triedAt } = act
    if (act.kind === 'comment' && triedAt !== null && Date.now() - triedAt > keysLast) {
      // Sent again it might stand there twice.
      refuse(act, new Error('No answer came, and it may have been posted. Please look before you post it again.'))
      return true
    }
    update(act, { triedAt: triedAt ?? Date.now() })
    try {
      const data = await send(act)
      remove(act.key)
      if (!settle(act.key, ({ resolve }) => resolve({ isKept: false, data }))) onSent(act)
      return true
    } catch (error) {
      if (!mayPass(error)) {
        refuse(act, error)
        return true
      }
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), delay)
      delay = Math.min(delay * 2, longestDelay)
      return false
    }
  }

  /** Sends what waits, in order, as far as that is possible now. */
  async function flush(): Promise<void> {
    await inOneTab(async () => {
      while (isOnline()) {
        const act = list().find(({ refusal }) => refusal === null)
        if (!act) {
          delay = firstDelay
          return
        }
        if (!(await tryToSend(act))) return
      }
    })
  }

  /** Sends an act, or keeps it if that is not possible now. Throws what the server refused. */
  async function sendOrKeep(act: Act): Promise<SendResult> {
    const waiting = list()
    const isDirect = isOnline()
    const made: WaitingAct = {
      ...act,
      key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
      madeAt: Math.max(Date.now(), ...waiting.map(({ madeAt }) => madeAt + 1)),
      triedAt: null,
      isFirstTry: isDirect,
      refusal: null,
    }
    write(made)
    for (const { subject, key } of waiting) if (subject === act.subject) remove(key)
    if (!isDirect) return { isKept: true }
    const answered = new Promise<SendResult>((resolve, reject) => waiters.set(made.key, { resolve, reject }))
    // What is still stored could not be sent; what is gone was sent by another tab, or taken back.
    void flush().finally(() => {
      update(made, { isFirstTry: false })
      settle(made.key, ({ resolve }) => resolve(read(made.key) ? { isKept: true } : { isKept: false, data: undefined }))
    })
    return answered
  }

  return {
    userId,
    list,
    flush,
    sendOrKeep,
    /** The person takes it back, or has seen that it was refused. */
    remove,
    /** After a reload no screen waits for an answer any more. */
    start: () => {
      for (const act of list()) if (act.isFirstTry && !waiters.has(act.key)) update(act, { isFirstTry: false })
      return flush()
    },
    /** Removes everything of this person from the browser; returns what was not sent. */
    clear: (): WaitingAct[] => {
      const left = list()
      for (const { key } of left) remove(key)
      return left
    },
    stop: () => clearTimeout(timer),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
