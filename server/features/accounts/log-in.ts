import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { loginProblems, normalEmail } from '#domain/person.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { matchesPassword } from '#server/shared/people/passwords.ts'
import { selectUserByEmail } from '#server/shared/people/users.ts'
import { isDeviceOf } from './sessions.store.ts'
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

  const row = await selectUserByEmail(db, form.email)
    .select(isDeviceOf(device, sql.ref('users.id')).as('is_known_device'))
    .executeTakeFirst()
  const account = ['login_account', accountSubject(form.email)] as const
  const uncount = await countSignIn(services, { origin, device: row?.is_known_device ? device : null, account })

  const matches = await matchesPassword(row?.password_hash ?? null, form.password).catch(async (error: unknown) => {
    // Overloaded: an attempt that was not checked must not count.
    await uncount.execute(db)
    throw error
  })
  if (!row || !matches || !mayEnter(row, origin))
    return refuseSignIn(db, { row, isProven: matches, origin, means: 'password', supportEmail })
  return enter(db, maker, row, origin, { means: 'password', redirect: form.redirect, uncount })
}
