import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { challengeMinutes } from '#domain/passkeys.ts'
import type { StepUpPurpose } from '#domain/step-up.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'

/** Who may answer a challenge, and what for. Before there is a session, a cookie ties it to the browser. */
export type ChallengeUse =
  | { readonly purpose: 'create' | StepUpPurpose; readonly sessionId: string }
  | { readonly purpose: 'sign_in'; readonly browser: string }

export async function createChallenge(db: Database, use: ChallengeUse): Promise<Buffer> {
  const challenge = randomBytes(32)
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge,
      purpose: use.purpose,
      session_id: 'sessionId' in use ? use.sessionId : null,
      browser_hash: 'browser' in use ? hashOf(use.browser) : null,
      expires_at: sql<Date>`now() + make_interval(mins => ${challengeMinutes})`,
    })
    .execute()
  return challenge
}

/** Uses the challenge up, before its answer is checked and whatever comes of that. False if it is unknown, expired or for another use. */
export async function takeChallenge(db: Database | Tx, challenge: Buffer, use: ChallengeUse): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', use.purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if('sessionId' in use, (query) => query.where('session_id', '=', 'sessionId' in use ? use.sessionId : null))
    .$if('browser' in use, (query) => query.where('browser_hash', '=', hashOf('browser' in use ? use.browser : '')))
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
