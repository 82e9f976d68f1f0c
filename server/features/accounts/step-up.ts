import { Refusal } from '#contract/errors.ts'
import type { Assertion, PasskeyRequestOptions } from '#contract/passkeys.ts'
import type { StepUpPurpose } from '#domain/step-up.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { requireCurrentPassword } from '#server/shared/people/current-password.ts'
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
  await requireCurrentPassword(services, actor, form.password ?? '')
  await services.db.transaction().execute((tx) => saveStepUp(tx, actor, form.purpose, 'password'))
}

async function stepUpWithPasskey({ db, limiter, site }: Services, actor: Actor, purpose: StepUpPurpose, passkey: Assertion): Promise<void> {
  await limiter.take(db, 'password_check', actor.id)
  const challenge = await takeAnsweredChallenge(db, passkey, { purpose, sessionId: actor.sessionId })
  await db.transaction().execute(async (tx) => {
    const used = challenge && (await verifyPasskeyUse(tx, site, actor.id, passkey, challenge))
    if (!used) throw new Refusal('passkey_refused')
    await saveStepUp(tx, actor, purpose, 'passkey')
    await limiter.clear(tx, 'password_check', actor.id)
  })
}
