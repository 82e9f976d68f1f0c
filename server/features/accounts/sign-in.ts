import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Token } from '#contract/accounts.ts'
import { Refusal, refusals } from '#contract/errors.ts'
import { placeAfterSignIn } from '#contract/gates.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { auditInsert, writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Counter, RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { toUser, type UserRow } from '#server/shared/people/users.ts'
import { newSession, type TokenMaker } from './sessions.store.ts'

export type Services = { readonly db: Database; readonly limiter: RateLimiter; readonly maker: TokenMaker }
export type SignedIn = { readonly token: Token; readonly redirectUrl: string }
type Means = 'password' | 'passkey'

type Attempt = {
  readonly origin: Origin
  /** The user's earlier session that this browser can prove. */
  readonly device: string | null
  /** The counter of the account, which strangers share. */
  readonly account: Counter | null
}

/** A known device has its own counter, which other people's guesses don't affect. */
export const countersOf = ({ origin, device, account }: Attempt): readonly Counter[] =>
  device !== null ? [['login_device', device]] : [['login_address', origin.address], ...(account ? [account] : [])]

/** What a suspended person reads, with the administrator's words. */
const suspendedSentence = (reason: string | null, supportEmail: string): string =>
  [refusals.account_suspended.error, ...(reason ? [`“${reason}”`] : []), `Questions? Write to ${supportEmail}.`].join(' ')

/** Refuses a sign-in. Only a person who has proved to be the owner learns that the account exists. */
export async function refuseSignIn(
  db: Database,
  {
    row,
    isProven,
    origin,
    means,
    supportEmail,
  }: {
    readonly row: UserRow | undefined
    readonly isProven: boolean
    readonly origin: Origin
    readonly means: Means
    readonly supportEmail: string
  },
): Promise<never> {
  if (isProven && row?.status === 'active') throw new Refusal('demo_account')
  await writeAudit(db, { act: 'session.refused', by: { id: row?.id ?? null, origin }, facts: { means } })
  if (isProven && row?.status === 'suspended')
    throw new Refusal('account_suspended', { error: suspendedSentence(row.suspended_reason, supportEmail) })
  throw new Refusal('wrong_credentials')
}

/** Demo accounts work only on the machine that runs the demonstration. */
export const mayEnter = (row: UserRow, origin: Origin): boolean => row.status === 'active' && !(row.is_demo && !origin.isThisMachine)

type Entry = {
  readonly means: Means
  readonly redirect: string | undefined
  /** From `uncounting`. Wrong guesses stay counted: otherwise the owner's sign-in would give an attacker ten more. */
  readonly uncounted: RawBuilder<unknown>
}

/** A session without a person is refused by the database, and with it the whole statement. */
const isWithoutPerson = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23502' && error.column === 'user_id'

/**
 * Starts the session of a person who has proved who they are. One statement, in one round trip. It waits for a change of password, address
 * or status that is being made, and refuses after it: the proof was checked against `row`.
 */
export async function enter(
  tx: Tx | Database,
  maker: TokenMaker,
  row: UserRow,
  origin: Origin,
  { means, redirect, uncounted }: Entry,
): Promise<SignedIn> {
  const unchanged = tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', row.id)
    .where('status', '=', 'active')
    .where('email', '=', row.email)
    .where(sql<boolean>`password_hash is not distinct from ${row.password_hash}`)
    .forShare()
  const { id, token, insert } = await newSession(tx, maker, row.id, origin, sql<string>`(select id from unchanged)`)
  const audit = auditInsert(tx, { act: 'session.started', by: { id: row.id, origin }, subject: ['session', id], facts: { means } })
  await sql`with ${uncounted}, unchanged as (${unchanged}), started as (${insert}) ${audit}`.execute(tx).catch((error: unknown) => {
    throw isWithoutPerson(error) ? new Refusal('wrong_credentials') : error
  })
  return { token, redirectUrl: placeAfterSignIn(toUser(row), redirect) }
}
