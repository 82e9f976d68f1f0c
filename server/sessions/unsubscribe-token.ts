import { createHmac, timingSafeEqual } from 'node:crypto'
import { type UnsubscribableKind, unsubscribableKinds } from '#domain/mail-kinds.ts'
import type { Keys } from './keys.ts'

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
