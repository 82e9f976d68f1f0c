import { sql } from 'kysely'
import { Refusal, refusals } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { type RateLimiter, refuseAboveLimit, stepOf } from '#server/shared/limits/rate-limits.ts'
import { matchesPassword } from './passwords.ts'
import { findUser, type UserRow } from './users.ts'

type Services = { readonly db: Database; readonly limiter: RateLimiter }

/** So many checks of a session are not counted for the account, and not refused because of other sessions. */
const ownChecks = 3

/**
 * Counts an attempt to confirm who sits at this session. Each session has its own counter, and the first attempts of each are free of the
 * account's: a thief who guesses in one session can't lock the owner out of another.
 */
export async function countCheck({ db, limiter }: Services, actor: Actor): Promise<void> {
  const { steps, wait } = limiter.counting([
    { counters: [['password_check', actor.sessionId]] },
    {
      counters: [['password_check_account', actor.id]],
      condition: sql`exists (select from ${stepOf(0, 0)} where count > ${ownChecks} and count <= most)`,
    },
  ])
  const { rows } = await sql<{ wait: number | null }>`with ${steps} select ${wait} as wait`.execute(db)
  refuseAboveLimit(rows[0]?.wait ?? null)
}

const wrongPassword = () =>
  new Refusal('wrong_current_password', { fields: [{ field: 'currentPassword', message: refusals.wrong_current_password.error }] })

/**
 * Checks the password; a stolen session alone must not be enough to take the account over. This is slow, so it happens before the
 * transaction. The returned function belongs into the transaction: it refuses if the locked person's password has changed since.
 */
export async function checkCurrentPassword(services: Services, actor: Actor, password: string): Promise<(locked: UserRow) => void> {
  await countCheck(services, actor)
  const user = await findUser(services.db, actor.id)
  if (!user) throw new Refusal('session_ended')
  if (!(await matchesPassword(user.password_hash, password))) throw wrongPassword()
  await services.limiter.clear(services.db, 'password_check', actor.sessionId)
  return (locked) => {
    if (locked.password_hash !== user.password_hash) throw wrongPassword()
  }
}
