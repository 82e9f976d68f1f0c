import { Refusal, refusals } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { matchesPassword } from './passwords.ts'
import { findUser, type UserRow } from './users.ts'

/** A stolen session alone must not be enough to take the account over. */
export async function requireCurrentPassword(
  { db, limiter }: { readonly db: Database; readonly limiter: RateLimiter },
  actor: Actor,
  password: string,
): Promise<UserRow> {
  await limiter.take(db, 'password_check', actor.id)
  const user = await findUser(db, actor.id)
  if (!user) throw new Refusal('session_ended')
  if (!(await matchesPassword(user.password_hash, password))) {
    throw new Refusal('wrong_current_password', { fields: [{ field: 'currentPassword', message: refusals.wrong_current_password.error }] })
  }
  await limiter.clear(db, 'password_check', actor.id)
  return user
}
