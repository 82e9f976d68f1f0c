import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { loginProblems, normalEmail } from '#domain/person.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { refuseAboveLimit } from '#server/shared/limits/rate-limits.ts'
import { matchesPassword } from '#server/shared/people/passwords.ts'
import { selectUserByEmail, type UserRow } from '#server/shared/people/users.ts'
import { isDeviceOf } from './sessions.store.ts'
import { countersOf, enter, mayEnter, refuseSignIn, type Services, type SignedIn } from './sign-in.ts'

/** Counters store a hash, because addresses without an account must not be stored. */
export const accountSubject = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex')

type Form = { readonly email: string; readonly password: string; readonly redirect?: string | undefined }

/** Finds the person and counts the attempt before it is checked, so that parallel guesses are limited too. One statement. */
async function findAndCount({ db, limiter }: Services, email: string, origin: Origin, device: string | null) {
  const account = ['login_account', accountSubject(email)] as const
  const known = countersOf({ origin, device, account })
  const unknown = countersOf({ origin, device: null, account })
  const isKnown = sql`exists (select from found where is_known_device)`
  const { steps, wait } = limiter.counting(
    device === null
      ? [{ counters: unknown }]
      : [
          { counters: known, condition: isKnown },
          { counters: unknown, condition: sql`not ${isKnown}` },
        ],
  )
  const found = selectUserByEmail(db, email).select(isDeviceOf(device, sql.ref('users.id')).as('is_known_device'))
  type Found = UserRow & { readonly is_known_device: boolean }
  const { rows } = await sql<(Found | { readonly id: null }) & { readonly wait: number | null }>`
    with found as (${found}), ${steps} select found.*, ${wait} as wait from (select) as one left join found on true`.execute(db)
  const [first] = rows
  refuseAboveLimit(first?.wait ?? null)
  const row = first?.id ? first : undefined
  return { row, uncounted: limiter.uncounting(row?.is_known_device ? known : unknown) }
}

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

  const { row, uncounted } = await findAndCount(services, form.email, origin, device)
  const matches = await matchesPassword(row?.password_hash ?? null, form.password).catch(async (error: unknown) => {
    // Overloaded: an attempt that was not checked must not count.
    await sql`with ${uncounted} select`.execute(db)
    throw error
  })
  if (!row || !matches || !mayEnter(row, origin))
    return refuseSignIn(db, { row, isProven: matches, origin, means: 'password', supportEmail })
  return enter(db, maker, row, origin, { means: 'password', redirect: form.redirect, uncounted })
}
