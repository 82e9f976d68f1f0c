import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { questionsPerDay } from '#domain/questions.ts'
import { mostReports } from '#domain/reports.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { networkOf } from './network-of.ts'

/** Attempts allowed per time window. Counted in the database, so that limits hold across processes. */
export const rateLimits = {
  login_account: { most: 10, seconds: 15 * 60 },
  login_address: { most: 50, seconds: 15 * 60 },
  login_device: { most: 10, seconds: 15 * 60 },
  passkey_account: { most: 10, seconds: 15 * 60 },
  // Every visit of the sign-in page asks once.
  passkey_options_address: { most: 600, seconds: 15 * 60 },
  passkey_options_account: { most: 60, seconds: 15 * 60 },
  register_address: { most: 20, seconds: 60 * 60 },
  request_token_account: { most: 5, seconds: 60 * 60 },
  request_token_address: { most: 60, seconds: 60 * 60 },
  address_in_use_account: { most: 3, seconds: 60 * 60 },
  one_time_link_account: { most: 20, seconds: 60 * 60 },
  one_time_link_address: { most: 60, seconds: 15 * 60 },
  confirmation_account: { most: 5, seconds: 60 * 60 },
  change_email_account: { most: 5, seconds: 60 * 60 },
  change_email_address: { most: 30, seconds: 60 * 60 },
  // Per session. The account's limit is for all sessions together, after the first attempts of each.
  password_check: { most: 10, seconds: 15 * 60 },
  password_check_account: { most: 30, seconds: 15 * 60 },
  invitation_account: { most: 50, seconds: 24 * 60 * 60 },
  invitation_recipient: { most: 3, seconds: 7 * 24 * 60 * 60 },
  post_account: { most: 60, seconds: 10 * 60 },
  // Per writer and person mentioned. Above it only the notice is written.
  mention_mail: { most: 10, seconds: 24 * 60 * 60 },
  question_account: { most: questionsPerDay, seconds: 24 * 60 * 60 },
  report_account: { most: mostReports, seconds: 24 * 60 * 60 },
  push_account: { most: 30, seconds: 60 * 60 },
  vote_account: { most: 300, seconds: 10 * 60 },
  verification_account: { most: 20, seconds: 60 * 60 },
  document_account: { most: 60, seconds: 60 * 60 },
  // Each choice on the page reads the file again.
  bank_file_account: { most: 60, seconds: 60 * 60 },
  // What a seller or settler does mails others.
  offer_account: { most: 20, seconds: 24 * 60 * 60 },
  motion_account: { most: 20, seconds: 60 * 60 },
  calendar_account: { most: 20, seconds: 60 * 60 },
  // Many people of one office read their feeds from one address.
  calendar_address: { most: 600, seconds: 60 * 60 },
  // Mail providers unsubscribe many people from few addresses.
  unsubscribe_address: { most: 600, seconds: 60 * 60 },
  upload_account: { most: 300, seconds: 60 * 60 },
  crash_report_address: { most: 30, seconds: 60 * 60 },
  crash_report_addition_address: { most: 120, seconds: 60 * 60 },
  circle_list_account: { most: 120, seconds: 60 },
  circle_search_address: { most: 1_200, seconds: 60 },
  location_search_address: { most: 120, seconds: 60 },
} as const satisfies Record<string, { most: number; seconds: number }>

export type RateLimit = keyof typeof rateLimits

/** Limits per address count networks, because one IPv6 customer has practically unlimited addresses. */
const counted = (name: RateLimit, subject: string): string => (name.endsWith('_address') ? networkOf(subject) : subject)

export type Counter = readonly [name: RateLimit, subject: string]

/** Counters of one attempt. One that a counter refuses is not counted by those after it. */
type Attempt = {
  readonly counters: readonly Counter[]
  /** Whether to count at all; can read what the statement has read before. */
  readonly condition?: RawBuilder<unknown>
}

/** Counts as a part of a larger statement, in one round trip with it. */
type Counting = {
  /** Common table expressions that count. */
  readonly steps: RawBuilder<unknown>
  /** Seconds until the next attempt, for `refuseAboveLimit`; null if no counter is above its limit. */
  readonly wait: RawBuilder<number | null>
}

export type RateLimiter = {
  /** Counts one attempt before it is evaluated; refuses with 429 above the limit. */
  take(db: Database | Tx, name: RateLimit, subject: string): Promise<void>
  /** The same for the counters of one attempt, in one query. */
  takeAll(db: Database | Tx, counters: readonly Counter[]): Promise<void>
  /** The same as a part of a statement, for one of several possible attempts. */
  counting(attempts: readonly Attempt[]): Counting
  /** Common table expressions that uncount an attempt that succeeded. */
  uncounting(counters: readonly Counter[]): RawBuilder<unknown>
  clear(db: Database | Tx, name: RateLimit, subject: string): Promise<void>
}

/** Inserts or increments the counter, if `condition` holds. */
function takeQuery([name, subject]: Counter, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const { most, seconds } = rateLimits[name]
  return sql`insert into rate_counters as counter (name, subject, window_ends_at, count)
    select ${name}::text, ${counted(name, subject)}::text, now() + make_interval(secs => ${seconds}), 1 where ${condition}
    on conflict (name, subject) do update set
      count = case when counter.window_ends_at <= now() then 1 else least(counter.count, ${most}::int) + 1 end,
      window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
    returning count, ${most}::int as most, ceil(extract(epoch from window_ends_at - now()))::int as wait`
}

/** The result of a counter in the statement of `counting`, for the conditions of later attempts. */
export const stepOf = (attempt: number, counter: number) => sql.ref(`step_${attempt}_${counter}`)

// Each step reads the result of the one before, so they run in this order.
const counting: RateLimiter['counting'] = (attempts) => {
  const steps = attempts.flatMap(({ counters, condition = sql`true` }, attempt) =>
    counters.map((counter, index) => {
      const isNext = index === 0 ? condition : sql`exists (select from ${stepOf(attempt, index - 1)} where count <= most)`
      return { name: stepOf(attempt, index), query: takeQuery(counter, isNext) }
    }),
  )
  const taken = steps.map(({ name }) => sql`select * from ${name}`)
  return {
    steps: sql.join(steps.map(({ name, query }) => sql`${name} as (${query})`)),
    wait: sql`(select max(wait) from (${sql.join(taken, sql` union all `)}) as taken where count > most)`,
  }
}

export function refuseAboveLimit(wait: number | null): void {
  if (wait !== null) throw new Refusal('too_many', { retryAfter: Math.max(1, wait) })
}

const takeAll: RateLimiter['takeAll'] = async (db, counters) => {
  const { steps, wait } = counting([{ counters }])
  const { rows } = await sql<{ wait: number | null }>`with ${steps} select ${wait} as wait`.execute(db)
  refuseAboveLimit(rows[0]?.wait ?? null)
}

export const rateLimiter: RateLimiter = {
  take: (db, name, subject) => takeAll(db, [[name, subject]]),
  takeAll,
  counting,
  // Locked in the order in which they are taken, so that two attempts never wait for each other: a step counts the rows of the one before.
  uncounting(counters) {
    const steps = counters.map(([name, subject], index) => {
      const isNext = index === 0 ? sql`true` : sql`(select count(*) from ${sql.ref(`uncounted_${index - 1}`)}) >= 0`
      return sql`${sql.ref(`uncounted_${index}`)} as (update rate_counters set count = greatest(count - 1, 0)
        where name = ${name} and subject = ${counted(name, subject)} and ${isNext} returning name)`
    })
    return sql.join(steps)
  },
  async clear(db, name, subject) {
    await db.deleteFrom('rate_counters').where('name', '=', name).where('subject', '=', counted(name, subject)).execute()
  },
}

/** How many attempts are left in the present window. */
export async function attemptsLeft(db: Database | Tx, name: RateLimit, subject: string): Promise<number> {
  const row = await db
    .selectFrom('rate_counters')
    .select('count')
    .where('name', '=', name)
    .where('subject', '=', counted(name, subject))
    .where('window_ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return Math.max(0, rateLimits[name].most - (row?.count ?? 0))
}

/** Counts one attempt and returns whether it is within the limit, for work that is skipped silently above it. */
export async function isWithinLimit(limiter: RateLimiter, db: Database | Tx, name: RateLimit, subject: string): Promise<boolean> {
  try {
    await limiter.take(db, name, subject)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many') return false
    throw error
  }
}

/** Only for demonstrations and load tests on a local machine (`RATE_LIMITS=off`). */
export const noRateLimits: RateLimiter = {
  take: async () => {},
  takeAll: async () => {},
  counting: () => ({ steps: sql`step as (select)`, wait: sql`null::int` }),
  uncounting: () => sql`uncounted as (select)`,
  clear: async () => {},
}
