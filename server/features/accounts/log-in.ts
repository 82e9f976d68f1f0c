import { createHash } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { loginProblems, normalEmail } from '#domain/person.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { matchesPassword } from '#server/shared/people/passwords.ts'
import { findUserByEmail } from '#server/shared/people/users.ts'
import { countSignIn, enter, mayEnter, refuseSignIn, type Services, type SignedIn } from './sign-in.ts'

/** Counters store a hash, because addresses without an account must not be stored. */
export const accountSubject = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex')

type Form = { readonly email: string; readonly password: string; readonly redirect?: string | undefined }

/** `device`: the earlier session that this browser can prove. */
export async function logIn(
  services: Services & { readonly supportEmail: string },
  form: Form,
  origin: Origin,
  device: string | null,
): Promise<SignedIn> {
  const { db, maker, supportEmail } = services
  const problems = loginProblems(form)
  if (problems.length > 0) throw new Refusal('invalid', { fields: problems })

  const row = await findUserByEmail(db, form.email)
  const account = ['login_account', accountSubject(form.email)] as const
  const uncount = await countSignIn(services, { origin, device, userId: row?.id, account })

  const matches = await matchesPassword(row?.password_hash ?? null, form.password).catch(async (error: unknown) => {
    // Overloaded: an attempt that was not checked must not count.
    await uncount(db)
    throw error
  })
  if (!row || !matches || !mayEnter(row, origin))
    return refuseSignIn(db, { row, isProven: matches, origin, means: 'password', supportEmail })
  return db.transaction().execute(async (tx) => {
    // Wrong guesses stay counted: otherwise the owner's sign-in would give an attacker ten more.
    await uncount(tx)
    return enter(tx, maker, row, origin, { means: 'password', redirect: form.redirect })
  })
}
