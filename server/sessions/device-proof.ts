import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '#server/db/ids.ts'
import type { Keys } from './keys.ts'

const signatureOf = (keys: Keys, sessionId: string) => createHmac('sha256', keys.devices).update(sessionId).digest()

/**
 * What a browser keeps of a session that it once had: the session's id, signed. It opens nothing; it only shows that
 * whoever tries to sign in here is no stranger to the account, so that strangers' wrong guesses do not lock them out.
 */
export const deviceProof = (keys: Keys, sessionId: string): string => `${sessionId}.${signatureOf(keys, sessionId).toString('base64url')}`

/** The session that a proof made by this server names; anything else is null. */
export function readDeviceProof(keys: Keys, proof: string): string | null {
  const [sessionId = '', signature = ''] = proof.split('.')
  if (!isId(sessionId)) return null
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(keys, sessionId)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? sessionId : null
}
