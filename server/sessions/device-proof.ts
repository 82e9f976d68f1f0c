import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '#server/db/ids.ts'
import type { Keys } from './keys.ts'

const signatureOf = (keys: Keys, sessionId: string) => createHmac('sha256', keys.devices).update(sessionId).digest()

/**
 * A signed session id that a browser keeps after its session. It grants no access; it only shows that this browser was signed in before, so
 * that other people's wrong guesses don't lock the owner out.
 */
export const deviceProof = (keys: Keys, sessionId: string): string => `${sessionId}.${signatureOf(keys, sessionId).toString('base64url')}`

/** The session id of a valid proof, otherwise null. */
export function readDeviceProof(keys: Keys, proof: string): string | null {
  const [sessionId = '', signature = ''] = proof.split('.')
  if (!isId(sessionId)) return null
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(keys, sessionId)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? sessionId : null
}
