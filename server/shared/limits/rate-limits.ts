import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
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
  password_check: { most: 10, seconds: 15 * 60 },
  invitation_account: { most: 50, seconds: 24 * 60 * 60 },
  invitation_recipient: { most: 3, seconds: 7 * 24 * 60 * 60 },
  post_account: { most: 60, seconds: 10 * 60 },
  vote_account: { most: 300, seconds: 10 * 60 },
  verification_account: { most: 20, seconds: 60 * 60 },
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

export type RateLimiter = {
  /** Counts one attempt before it is evaluated; refuses with 429 above the limit. */
  take(db: Database | Tx, name: RateLimit, subject: string): Promise<void>
  /** The same for several counters, in one query. An attempt that one of them refuses is not counted by those after it. */
  takeAll(db: Database | Tx, counters: readonly [Counter, ...Counter[]]): Promise<void>
  /** Uncounts an attempt that succeeded. A query, so that it can be a part of the statement that the attempt was for. */
  uncountQuery(counters: readonly Counter[]): RawBuilder<unknown>
  clear(db: Database | Tx, name: RateLimit, subject: string): Promise<void>
}

type Count = { readonly count: number; readonly most: number; readonly wait: number }

/** Inserts or increments the counter, if `condition` holds. */
function takeQuery([name, subject]: Counter, condition: RawBuilder<unknown>): RawBuilder<Count> {
  const { most, seconds } = rateLimits[name]
  return sql`insert into rate_counters as counter (name, subject, window_ends_at, count)
    select ${name}::text, ${counted(name, subject)}::text, now() + make_interval(secs => ${seconds}), 1 where ${condition}
    on conflict (name, subject) do update set
      count = case when counter.window_ends_at <= now() then 1 else least(counter.count, ${most}::int) + 1 end,
      window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
    returning count, ${most}::int as most, ceil(extract(epoch from window_ends_at - now()))::int as wait`
}

const takeAll: RateLimiter['takeAll'] = async (db, counters) => {
  const steps = counters.map((_, index) => sql.ref(`step_${index}`))
  // Each step reads the result of the one before, so they run in this order.
  const queries = counters.map((counter, index) => {
    const before = steps[index - 1]
    return sql`${steps[index]} as (${takeQuery(counter, before ? sql`exists (select from ${before} where count <= most)` : sql`true`)})`
  })
  const results = steps.map((step) => sql`select * from ${step}`)
  const { rows } = await sql<Count>`with ${sql.join(queries)} ${sql.join(results, sql` union all `)}`.execute(db)
  const above = rows.find(({ count, most }) => count > most)
  if (above) throw new Refusal('too_many', { retryAfter: Math.max(1, above.wait) })
}

export const rateLimiter: RateLimiter = {
  takeAll,
  take: (db, name, subject) => takeAll(db, [[name, subject]]),
  uncountQuery(counters) {
    const [names, subjects] = [counters.map(([name]) => name), counters.map(([name, subject]) => counted(name, subject))]
    // Locked in the order in which they are taken, so that two attempts never wait for each other.
    return sql`with locked as (select counter.name, counter.subject from rate_counters as counter
        join unnest(${names}::text[], ${subjects}::text[]) with ordinality as wanted (name, subject, position) using (name, subject)
        order by wanted.position for update of counter)
      update rate_counters as counter set count = greatest(count - 1, 0) from locked
      where counter.name = locked.name and counter.subject = locked.subject`
  },
  async clear(db, name, subject) {
    await db.deleteFrom('rate_counters').where('name', '=', name).where('subject', '=', counted(name, subject)).execute()
  },
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
  uncountQuery: () => sql`select`,
  clear: async () => {},
}
