import { Refusal } from '#contract/errors.ts'
import type { Assertion, PasskeyRequestOptions } from '#contract/passkeys.ts'
import type { StepUpPurpose } from '#domain/step-up.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { checkCurrentPassword, countCheck } from '#server/shared/people/current-password.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { saveStepUp } from '#server/shared/people/step-up.ts'
import { createChallenge } from './passkey-challenges.store.ts'
import { knownCredential, readPasskeys, takeAnsweredChallenge, verifyPasskeyUse } from './passkeys.store.ts'
import { type RelyingParty, requestOptions } from './webauthn.ts'

type Services = { readonly db: Database; readonly limiter: RateLimiter; readonly site: RelyingParty }

/** What the browser needs to use one of this person's passkeys. */
export async function offerStepUp({ db, limiter, site }: Services, actor: Actor, purpose: StepUpPurpose): Promise<PasskeyRequestOptions> {
  await limiter.take(db, 'passkey_options_account', actor.id)
  const passkeys = await readPasskeys(db, actor.id)
  if (passkeys.length === 0) throw new Refusal('passkey_not_found')
  const challenge = await createChallenge(db, { purpose, sessionId: actor.sessionId })
  return requestOptions(site, challenge, passkeys.map(knownCredential))
}

type Form = { readonly purpose: StepUpPurpose; readonly passkey?: Assertion | undefined; readonly password?: string | undefined }

/** Confirms by passkey or password that the person at this session is its owner. */
export async function stepUp(services: Services, actor: Actor, form: Form): Promise<void> {
  if (form.passkey) return stepUpWithPasskey(services, actor, form.purpose, form.passkey)
  const requireUnchanged = await checkCurrentPassword(services, actor, form.password ?? '')
  await services.db.transaction().execute(async (tx) => {
    requireUnchanged(await lockSelf(tx, actor))
    await saveStepUp(tx, actor, form.purpose, 'password')
  })
}

async function stepUpWithPasskey(services: Services, actor: Actor, purpose: StepUpPurpose, passkey: Assertion): Promise<void> {
  const { db, limiter, site } = services
  await countCheck(services, actor)
  // Under the lock: a change of password ends the challenges that were begun before it.
  const isConfirmed = await db.transaction().execute(async (tx) => {
    await lockSelf(tx, actor)
    const challenge = await takeAnsweredChallenge(tx, passkey, { purpose, sessionId: actor.sessionId })
    const used = challenge && (await verifyPasskeyUse(tx, site, actor.id, passkey, challenge))
    if (!used) return false // Commits: the challenge is used up.
    await saveStepUp(tx, actor, purpose, 'passkey')
    await limiter.clear(tx, 'password_check', actor.sessionId)
    return true
  })
  if (!isConfirmed) throw new Refusal('passkey_refused')
}
