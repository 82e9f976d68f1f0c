import { errors, jwtVerify, SignJWT } from 'jose'
import type { Keys } from './keys.ts'

const algorithm = 'HS256'
const audience = 'arcstead'
const type = 'at+jwt'

// Given as bytes, the key would be imported again for every token, which takes four times as long as signing with it.
const importedKeys = new WeakMap<Keys, Promise<CryptoKey>>()

function accessKey(keys: Keys): Promise<CryptoKey> {
  const known = importedKeys.get(keys)
  if (known) return known
  const imported = crypto.subtle.importKey('raw', keys.access, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  importedKeys.set(keys, imported)
  return imported
}

export type AccessClaims = { readonly userId: string; readonly sessionId: string }

export async function signAccessToken(keys: Keys, claims: AccessClaims, seconds: number): Promise<string> {
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setSubject(claims.userId)
    .setAudience(audience)
    .setIssuer(audience)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(await accessKey(keys))
}

export async function readAccessToken(keys: Keys, token: string): Promise<AccessClaims | 'expired' | 'invalid'> {
  try {
    const { payload } = await jwtVerify(token, await accessKey(keys), { algorithms: [algorithm], audience, issuer: audience, typ: type })
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string' || payload.exp === undefined) return 'invalid'
    return { userId: payload.sub, sessionId: payload.sid }
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
  }
}
