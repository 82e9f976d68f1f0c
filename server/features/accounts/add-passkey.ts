import { Refusal } from '#contract/errors.ts'
import type { Attestation, Passkey, PasskeyCreationOptions } from '#contract/passkeys.ts'
import { paths } from '#contract/paths.ts'
import { mostPasskeys } from '#domain/passkeys.ts'
import type { Database } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp, requireStepUp } from '#server/shared/people/step-up.ts'
import { findUser } from '#server/shared/people/users.ts'
import { createChallenge } from './passkey-challenges.store.ts'
import { insertPasskey, knownCredential, readPasskeys, takeAnsweredChallenge, toPasskey } from './passkeys.store.ts'
import { creationOptions, type RelyingParty, verifyAttestation } from './webauthn.ts'

type Services = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly site: RelyingParty }

const refuseTooMany = (passkeys: readonly unknown[]) => {
  if (passkeys.length >= mostPasskeys) throw new Refusal('too_many_passkeys')
}

/** What the browser needs to make a passkey for this person. */
export async function offerPasskey({ db, limiter, site }: Services, actor: Actor): Promise<PasskeyCreationOptions> {
  await requireStepUp(db, actor, 'add_passkey')
  await limiter.take(db, 'passkey_options_account', actor.id)
  const user = await findUser(db, actor.id)
  if (!user?.email) throw new Refusal('session_ended')
  const passkeys = await readPasskeys(db, actor.id)
  refuseTooMany(passkeys)
  const challenge = await createChallenge(db, { purpose: 'create', sessionId: actor.sessionId })
  const name = `${user.first_name} ${user.last_name}`
  return creationOptions(site, { id: user.id, email: user.email, name }, challenge, passkeys.map(knownCredential))
}

export async function addPasskey(
  { db, publicUrl, site }: Services,
  actor: Actor,
  form: { readonly name: string; readonly passkey: Attestation },
): Promise<Passkey> {
  const challenge = await takeAnsweredChallenge(db, form.passkey, { purpose: 'create', sessionId: actor.sessionId })
  const made = challenge && (await verifyAttestation(site, form.passkey, challenge))
  if (!made) throw new Refusal('passkey_refused')
  return db.transaction().execute(async (tx) => {
    // Also keeps parallel additions from exceeding the limit.
    const user = await lockSelf(tx, actor)
    if (!user.email) throw new Refusal('session_ended')
    await redeemStepUp(tx, actor, 'add_passkey')
    refuseTooMany(await readPasskeys(tx, actor.id))
    const row = await insertPasskey(tx, actor.id, form.name, made)
    if (!row) throw new Refusal('passkey_in_use')
    await writeAudit(tx, { act: 'passkey.added', by: actor, subject: ['user', actor.id], facts: { passkey: row.id } })
    const props = { firstName: user.first_name, name: row.name, resetLink: `${publicUrl}${paths.requestReset}` }
    await queueMail(tx, 'passkey-added', { userId: user.id, email: user.email }, props)
    return toPasskey(row)
  })
}
