import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { type StepUpPurpose, stepUpMinutes } from '#domain/step-up.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { checkCurrentPassword } from './current-password.ts'
import type { UserRow } from './users.ts'

type Services = { readonly db: Database; readonly limiter: RateLimiter }

/** Remembers for a few minutes, for one act, that the person at this session has confirmed who they are. */
export async function saveStepUp(tx: Tx, actor: Actor, purpose: StepUpPurpose, means: 'password' | 'passkey'): Promise<void> {
  const values = { means, expires_at: sql<Date>`now() + make_interval(mins => ${stepUpMinutes})` }
  await tx
    .insertInto('step_ups')
    .values({ session_id: actor.sessionId, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doUpdateSet(values))
    .execute()
  await writeAudit(tx, { act: 'identity.confirmed', by: actor, subject: ['session', actor.sessionId], facts: { purpose, means } })
}

/** Refuses without a step-up, and leaves it for the act that follows. */
export async function requireStepUp(db: Database, actor: Actor, purpose: StepUpPurpose): Promise<void> {
  const found = await db
    .selectFrom('step_ups')
    .select('means')
    .where('session_id', '=', actor.sessionId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!found) throw new Refusal('step_up_required')
}

/**
 * Uses the step-up in the transaction of its act, after `lockSelf`: parallel acts can't share one, and a refused act leaves it valid. A
 * change of password deletes it. Returns by what the person has confirmed.
 */
export async function redeemStepUp(tx: Tx, actor: Actor, purpose: StepUpPurpose): Promise<'password' | 'passkey'> {
  const used = await tx
    .deleteFrom('step_ups')
    .where('session_id', '=', actor.sessionId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('means')
    .executeTakeFirst()
  if (!used) throw new Refusal('step_up_required')
  return used.means === 'passkey' ? 'passkey' : 'password'
}

/**
 * For acts that also accept the password itself. It is checked here, before the transaction, because hashing is slow; the returned function
 * belongs into the transaction, after `lockSelf`.
 */
export async function stepUpOrPassword(
  services: Services,
  actor: Actor,
  purpose: StepUpPurpose,
  password: string | undefined,
): Promise<(tx: Tx, locked: UserRow) => Promise<void>> {
  if (!password) return async (tx) => void (await redeemStepUp(tx, actor, purpose))
  const requireUnchanged = await checkCurrentPassword(services, actor, password)
  return async (_tx, locked) => requireUnchanged(locked)
}
