import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { networkOf } from './network-of.ts'

/** Attempts allowed per time window. Counted in the database, so that limits hold across processes. */
export const rateLimits = {
  login_account: { most: 10, seconds: 15 * 60 },
  login_address: { most: 50, seconds: 15 * 60 },
  login_device: { most: 10, seconds: 15 * 60 },
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
  post_account: { most: 60, seconds: 10 * 60 },
  vote_account: { most: 300, seconds: 10 * 60 },
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

export type RateLimiter = {
  /** Counts one attempt before it is evaluated; refuses with 429 above the limit. */
  take(db: Database | Tx, name: RateLimit, subject: string): Promise<void>
  /** Uncounts an attempt that succeeded. */
  uncount(db: Database | Tx, name: RateLimit, subject: string): Promise<void>
  clear(db: Database | Tx, name: RateLimit, subject: string): Promise<void>
}

export const rateLimiter: RateLimiter = {
  async take(db, name, subject) {
    const { most, seconds } = rateLimits[name]
    const { rows } = await sql<{ count: number; wait: number }>`
      insert into rate_counters as counter (name, subject, window_ends_at, count)
      values (${name}, ${counted(name, subject)}, now() + make_interval(secs => ${seconds}), 1)
      on conflict (name, subject) do update set
        count = case when counter.window_ends_at <= now() then 1 else least(counter.count, ${most}) + 1 end,
        window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
      returning count, ceil(extract(epoch from window_ends_at - now()))::int as wait`.execute(db)
    const counter = rows[0]
    if (counter && counter.count > most) throw new Refusal('too_many', { retryAfter: Math.max(1, counter.wait) })
  },
  async uncount(db, name, subject) {
    await db
      .updateTable('rate_counters')
      .set({ count: sql`greatest(count - 1, 0)` })
      .where('name', '=', name)
      .where('subject', '=', counted(name, subject))
      .execute()
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
export const noRateLimits: RateLimiter = { take: async () => {}, uncount: async () => {}, clear: async () => {} }
