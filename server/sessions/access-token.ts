import { errors, jwtVerify, SignJWT } from 'jose'
import type { Keys } from './keys.ts'

const algorithm = 'HS256'
const audience = 'arcstead'
const type = 'at+jwt'

export type AccessClaims = { readonly userId: string; readonly sessionId: string }

export function signAccessToken(keys: Keys, claims: AccessClaims, seconds: number): Promise<string> {
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setSubject(claims.userId)
    .setAudience(audience)
    .setIssuer(audience)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(keys.access)
}

export async function readAccessToken(keys: Keys, token: string): Promise<AccessClaims | 'expired' | 'invalid'> {
  try {
    const { payload } = await jwtVerify(token, keys.access, { algorithms: [algorithm], audience, issuer: audience, typ: type })
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string' || payload.exp === undefined) return 'invalid'
    return { userId: payload.sub, sessionId: payload.sid }
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
  }
}
