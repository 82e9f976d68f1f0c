import { createHash } from 'node:crypto'
import type { Token } from '#contract/accounts.ts'
import { Refusal, refusals } from '#contract/errors.ts'
import { placeAfterSignIn } from '#contract/gates.ts'
import { loginProblems, normalEmail } from '#domain/person.ts'
import type { Database } from '#server/db/connect.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Counter, RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { matchesPassword } from '#server/shared/people/passwords.ts'
import { findUserByEmail, toUser } from '#server/shared/people/users.ts'
import { findDeviceOwner, startSession, type TokenMaker } from './sessions.store.ts'

export type Services = { readonly db: Database; readonly limiter: RateLimiter; readonly maker: TokenMaker }

/** Counters store a hash, because addresses without an account must not be stored. */
export const accountSubject = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex')

type Form = { readonly email: string; readonly password: string; readonly redirect?: string | undefined }

/** `device`: the earlier session that this browser can prove. */
export async function logIn(
  { db, limiter, maker, supportEmail }: Services & { readonly supportEmail: string },
  form: Form,
  origin: Origin,
  device: string | null,
): Promise<{ token: Token; redirectUrl: string }> {
  const problems = loginProblems(form)
  if (problems.length > 0) throw new Refusal('invalid', { fields: problems })

  const row = await findUserByEmail(db, form.email)
  const isKnownDevice = device !== null && (await findDeviceOwner(db, device)) === (row?.id ?? '')
  // A known device has its own counter, which other people's guesses don't affect.
  const counters: readonly [Counter, ...Counter[]] = isKnownDevice
    ? [['login_device', device]]
    : [
        ['login_address', origin.address],
        ['login_account', accountSubject(form.email)],
      ]
  // Counted before the password is checked, so that parallel guesses are limited too.
  await limiter.takeAll(db, counters)

  const matches = await matchesPassword(row?.password_hash ?? null, form.password).catch(async (error: unknown) => {
    // Overloaded: an attempt that was not checked must not count.
    await limiter.uncountAll(db, counters)
    throw error
  })
  if (!row || !matches || row.status !== 'active') {
    await writeAudit(db, { act: 'session.refused', by: { id: row?.id ?? null, origin } })
    // Only a person who knows the password learns that the account exists.
    if (matches && row?.status === 'suspended')
      throw new Refusal('account_suspended', { error: `${refusals.account_suspended.error} Questions? Write to ${supportEmail}.` })
    throw new Refusal('wrong_credentials')
  }
  if (row.is_demo && !origin.isThisMachine) throw new Refusal('demo_account')
  return db.transaction().execute(async (tx) => {
    const session = await startSession(tx, maker, row.id, origin)
    // Wrong guesses stay counted: otherwise the owner's sign-in would give an attacker ten more.
    await limiter.uncountAll(tx, counters)
    await writeAudit(tx, { act: 'session.started', by: { id: row.id, origin }, subject: ['session', session.id] })
    return { token: session.token, redirectUrl: placeAfterSignIn(toUser(row), form.redirect) }
  })
}
