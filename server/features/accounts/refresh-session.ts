import type { Token } from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { hashOf, readRefreshToken } from '#server/sessions/refresh-token.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { endSession, lockSession, rotateSession, type TokenMaker, tokensFor } from './sessions.store.ts'

type Refresh = (presented: string, origin: Origin) => Promise<Token>

/** Parallel calls with the same token share one answer, so that they don't wait for each other's lock. */
export function shareRefreshes(db: Database, maker: TokenMaker): Refresh {
  const running = new Map<string, Promise<Token>>()
  return (presented, origin) => {
    const known = running.get(presented)
    if (known) return known
    const refreshing = refreshSession(db, maker, presented, origin).finally(() => running.delete(presented))
    running.set(presented, refreshing)
    return refreshing
  }
}

/**
 * Rotates the refresh token. The previous token, used again within the grace time (parallel requests, a lost answer), gets the same
 * successor; an older one must be a copy and ends the session.
 */
async function refreshSession(db: Database, maker: TokenMaker, presented: string, origin: Origin): Promise<Token> {
  const claims = readRefreshToken(maker.keys, presented)
  if (!claims) throw new Refusal('session_ended')
  const token = await db.transaction().execute(async (tx): Promise<Token | null> => {
    const session = await lockSession(tx, claims.sessionId)
    if (!session?.isLive || !session.mayBeHere) return null
    const { userId, generation } = session
    const isCurrent = claims.generation === generation && session.refreshHash.equals(hashOf(presented))
    if (isCurrent) {
      const next = await tokensFor(maker, { id: claims.sessionId, userId, generation: generation + 1 })
      await rotateSession(tx, claims.sessionId, generation + 1, next.refreshToken)
      return next
    }
    if (claims.generation === generation - 1 && session.isInGrace) return tokensFor(maker, { id: claims.sessionId, userId, generation })
    await endSession(tx, claims.sessionId, userId, 'theft')
    await writeAudit(tx, { act: 'session.stolen', by: { id: userId, origin }, subject: ['session', claims.sessionId] })
    return null
  })
  if (!token) throw new Refusal('session_ended')
  return token
}
