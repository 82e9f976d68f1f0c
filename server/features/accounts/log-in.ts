import { createHash } from 'node:crypto'
import type { Token } from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import { placeAfterSignIn } from '#domain/gates.ts'
import { loginProblems, normalEmail } from '#domain/person.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/db/rate-limits.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { matchesPassword } from './passwords.ts'
import { startSession, type TokenMaker } from './sessions.store.ts'
import { findUserByEmail, toUser } from './users.lookup.ts'

export type Means = { readonly db: Database; readonly limiter: RateLimiter; readonly maker: TokenMaker }

/** Counters name an address by its hash: addresses that have no account here are nobody's business. */
export const accountSubject = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex')

export async function logIn(
  { db, limiter, maker }: Means,
  form: { email: string; password: string; redirect?: string | undefined },
  origin: Origin,
): Promise<{ token: Token; redirectUrl: string }> {
  const problems = loginProblems(form)
  if (problems.length > 0) throw new Refusal('invalid', { fields: problems })

  // Counted before the password is looked at, so that parallel guesses can't all slip through.
  await limiter.take(db, 'login_address', origin.address)
  await limiter.take(db, 'login_account', accountSubject(form.email))

  const row = await findUserByEmail(db, form.email)
  const matches = await matchesPassword(row?.password_hash ?? null, form.password).catch(async (error: unknown) => {
    // Too busy to look at it: a try that was none must not lock anyone out.
    await limiter.giveBack(db, 'login_address', origin.address)
    await limiter.giveBack(db, 'login_account', accountSubject(form.email))
    throw error
  })
  if (!row || !matches || row.status !== 'active') {
    await recordAct(db, { act: 'session.refused', by: { id: row?.id ?? null, origin } })
    throw new Refusal('wrong_credentials')
  }
  return db.transaction().execute(async (tx) => {
    const session = await startSession(tx, maker, row.id, origin)
    await limiter.clear(tx, 'login_account', accountSubject(form.email))
    await limiter.giveBack(tx, 'login_address', origin.address)
    await recordAct(tx, { act: 'session.started', by: { id: row.id, origin }, subject: ['session', session.id] })
    return { token: session.token, redirectUrl: placeAfterSignIn(toUser(row), form.redirect) }
  })
}
