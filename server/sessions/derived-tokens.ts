import { createHmac, timingSafeEqual } from 'node:crypto'
import { type UnsubscribableKind, unsubscribableKinds } from '#domain/mail-kinds.ts'
import type { Keys } from './keys.ts'

// Derived from a key of the server and what they are for, so that they need not be stored.

/** 256 bits that only this server can derive from the invite's id; the database stores only the hash. */
export const inviteToken = (keys: Keys, { id }: { readonly id: string }): string =>
  createHmac('sha256', keys.invites).update(id).digest('base64url')

/** 256 bits that only this server can derive from the feed's owner and age; the database stores only the hash. */
export const calendarSecret = (keys: Keys, { userId, since }: { readonly userId: string; readonly since: string }): string =>
  createHmac('sha256', keys.calendars).update(`${userId} ${since}`).digest('base64url')

type Subscription = { readonly userId: string; readonly kind: UnsubscribableKind }

const signatureOf = (keys: Keys, { userId, kind }: Subscription): Buffer =>
  createHmac('sha256', keys.unsubscribing).update(`${userId} ${kind}`).digest()

/** Lets anyone who has the mail switch this one kind of mails off and on for its recipient, and nothing else. Nothing is stored. */
export const unsubscribeToken = (keys: Keys, subscription: Subscription): string =>
  [subscription.userId, subscription.kind, signatureOf(keys, subscription).toString('base64url')].join('.')

/** Null if this server did not make the token. */
export function readUnsubscribeToken(keys: Keys, token: string): Subscription | null {
  const [userId = '', kindText, signature = '', ...rest] = token.split('.')
  const kind = unsubscribableKinds.find((each) => each === kindText)
  if (!kind || rest.length > 0) return null
  const expected = signatureOf(keys, { userId, kind })
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, kind } : null
}
