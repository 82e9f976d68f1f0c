import type { Assertion } from '#contract/passkeys.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { findUser, type UserRow } from '#server/shared/people/users.ts'
import { findCredentialOwner, takeAnsweredChallenge, verifyPasskeyUse } from './passkeys.store.ts'
import { countersOf, enter, mayEnter, refuseSignIn, type Services, type SignedIn } from './sign-in.ts'
import type { RelyingParty } from './webauthn.ts'

type Form = { readonly passkey: Assertion; readonly redirect?: string | undefined }
type Browser = { readonly origin: Origin; readonly device: string | null; readonly challengeCookie: string }

/** Signs the owner of the passkey in. The refusals are those of a wrong password. */
export async function signInWithPasskey(
  services: Services & { readonly supportEmail: string; readonly site: RelyingParty },
  form: Form,
  { origin, device, challengeCookie }: Browser,
): Promise<SignedIn> {
  const { db, limiter, maker, site, supportEmail } = services
  const { passkey } = form
  const owner = await findCredentialOwner(db, passkey.id, device)
  const userId = owner?.userId
  const counters = countersOf({
    origin,
    device: owner?.isKnownDevice ? device : null,
    account: userId ? ['passkey_account', userId] : null,
  })
  await limiter.takeAll(db, counters)
  const challenge = await takeAnsweredChallenge(db, passkey, { purpose: 'sign_in', browser: challengeCookie })
  // The person and the passkey stay locked until the session exists: a passkey that is being removed, also by a reset, starts no session
  // afterwards.
  const outcome = await db.transaction().execute(async (tx): Promise<{ row: UserRow; signedIn: SignedIn | null } | null> => {
    // The browser offered all its passkeys, so only the user handle says whose account was chosen.
    if (!challenge || !userId || passkey.response.userHandle === undefined) return null
    await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
    const used = await verifyPasskeyUse(tx, site, userId, passkey, challenge)
    const row = used && (await findUser(tx, userId))
    if (!row) return null
    if (!mayEnter(row, origin)) return { row, signedIn: null }
    return {
      row,
      signedIn: await enter(tx, maker, row, origin, { means: 'passkey', redirect: form.redirect, uncounted: limiter.uncounting(counters) }),
    }
  })
  if (outcome?.signedIn) return outcome.signedIn
  const row = outcome?.row ?? (userId ? await findUser(db, userId) : undefined)
  return refuseSignIn(db, { row, isProven: outcome !== null, origin, means: 'passkey', supportEmail })
}
