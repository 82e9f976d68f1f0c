import type { Token } from '#contract/accounts.ts'
import { Refusal, refusals } from '#contract/errors.ts'
import { placeAfterSignIn } from '#contract/gates.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Counter, RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { toUser, type UserRow } from '#server/shared/people/users.ts'
import { findDeviceOwner, startSession, type TokenMaker } from './sessions.store.ts'

export type Services = { readonly db: Database; readonly limiter: RateLimiter; readonly maker: TokenMaker }
export type SignedIn = { readonly token: Token; readonly redirectUrl: string }
type Means = 'password' | 'passkey'

type Attempt = {
  readonly origin: Origin
  /** The earlier session that this browser can prove. */
  readonly device: string | null
  readonly userId: string | undefined
  /** The counter of the account, which strangers share. */
  readonly account: Counter | null
}

/** Counts a sign-in before it is checked, so that parallel guesses are limited too. The returned function uncounts it. */
export async function countSignIn({ db, limiter }: Services, attempt: Attempt): Promise<(tx: Tx | Database) => Promise<void>> {
  const { device, userId, account } = attempt
  const isKnownDevice = device !== null && (await findDeviceOwner(db, device)) === (userId ?? '')
  // A known device has its own counter, which other people's guesses don't affect.
  const counters: readonly [Counter, ...Counter[]] = isKnownDevice
    ? [['login_device', device]]
    : [['login_address', attempt.origin.address], ...(account ? [account] : [])]
  await limiter.takeAll(db, counters)
  return (tx) => limiter.uncountAll(tx, counters)
}

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
    throw new Refusal('account_suspended', { error: `${refusals.account_suspended.error} Questions? Write to ${supportEmail}.` })
  throw new Refusal('wrong_credentials')
}

/** Demo accounts work only on the machine that runs the demonstration. */
export const mayEnter = (row: UserRow, origin: Origin): boolean => row.status === 'active' && !(row.is_demo && !origin.isThisMachine)

/** Starts the session of a person who has proved who they are. */
export async function enter(
  tx: Tx,
  maker: TokenMaker,
  row: UserRow,
  origin: Origin,
  { means, redirect }: { readonly means: Means; readonly redirect: string | undefined },
): Promise<SignedIn> {
  const session = await startSession(tx, maker, row.id, origin)
  await writeAudit(tx, { act: 'session.started', by: { id: row.id, origin }, subject: ['session', session.id], facts: { means } })
  return { token: session.token, redirectUrl: placeAfterSignIn(toUser(row), redirect) }
}
