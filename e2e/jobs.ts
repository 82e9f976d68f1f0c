import path from 'node:path'
import pg from 'pg'
import { joinOrStartPostgres } from '#server/db/embedded/running.ts'

/** The database of the given installation, or of the server that the tests have started. */
async function openDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.ARCSTEAD_E2E_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  return joinOrStartPostgres(path.join(process.env.ARCSTEAD_E2E_DATA ?? '', 'postgres'))
}

/** Changes the server's database directly, for states that only the passing of time would cause. */
async function runSql(sql: string, values: readonly unknown[] = []): Promise<void> {
  const { url, stop } = await openDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql, [...values])
  } finally {
    await client.end()
    await stop()
  }
}

/** Queues one of the server's scheduled jobs now; the server's worker runs it. */
export const queueJob = (name: 'close-votes' | 'remind-voters' | 'send-digests' | 'send-search-mails'): Promise<void> =>
  runSql('select graphile_worker.add_job($1)', [name])

/** Moves a closing date to this many seconds from now; `heldFor` is how long before now arcs must have been held to count. */
export const setClosingIn = (propertyId: string, seconds: number, heldFor = -seconds): Promise<void> =>
  runSql(
    `update decisions set closes_at = clock_timestamp() + $2 * interval '1 second', held_before = clock_timestamp() - $3 * interval '1 second'
     where property_id = $1`,
    [propertyId, seconds, heldFor],
  )

/** Lets the mail "You are verified" leave, as if the ten minutes for Undo were over. */
export const endUndoTime = (userId: string): Promise<void> =>
  runSql(
    `select graphile_worker.add_job('send-mail', json_build_object('mailId', id), job_key := id::text) from mails
     where user_id = $1 and template = 'you-are-verified' and status = 'queued'`,
    [userId],
  )

/** Puts someone who waits to be verified before everyone else, in the order of the calls. */
export const waitLongest = (userId: string, order: number): Promise<void> =>
  runSql(`update users set verification_requested_at = timestamptz '2020-01-01' + $2 * interval '1 minute' where id = $1`, [userId, order])

/** Votes within a minute count as one change; this makes the earlier votes older than that. */
export const ageVotesByOneMinute = (): Promise<void> => runSql(`update pending_votes set at = at - interval '1 minute'`)

/** Only arcs held for a day count in a motion; this makes the circle's arcs a week older. */
export const ageArcsByOneWeek = (circleId: string): Promise<void> =>
  runSql(`update arcs set held_since = held_since - interval '7 days' where circle_id = $1 and membership_id is not null`, [circleId])

const ofOffer = '(select circle_id from offers where offers.id = offer_id)'
const ofTransfer = '(select circle_id from arc_transfers where arc_transfers.id = transfer_id)'

/** When things happened to the arcs, the money and the offers of a circle: table, columns, whose it is. */
const momentsOfCircles = [
  ['memberships', 'created_at', 'circle_id'],
  ['arcs', 'held_since', 'circle_id'],
  ['ledger', 'at', 'circle_id'],
  ['stage_history', 'began_at', 'circle_id'],
  ['acquisitions', 'started_at', 'circle_id'],
  ['pay_details', 'named_at', 'circle_id'],
  ['pay_detail_events', 'at', '(select circle_id from pay_details where pay_details.id = pay_detail_id)'],
  ['book_entries', 'day', 'circle_id'],
  ['distribution_postings', 'day', 'circle_id'],
  ['settlements', 'day', 'circle_id'],
  ['bank_imports', 'from_day', 'circle_id'],
  ['bank_imports', 'to_day', 'circle_id'],
  ['bank_lines', 'day', 'circle_id'],
  ['offers', 'made_at', 'circle_id'],
  ['offer_due', 'at', 'circle_id'],
  ['arc_transfers', 'made_at', 'circle_id'],
  ['offer_bids', 'at', ofOffer],
  ['offer_openings', 'at', ofOffer],
  ['offer_to_others', 'at', ofOffer],
  ['arc_transfer_events', 'at', ofTransfer],
] as const

/** Waits for locks for a moment only, and begins anew: it needs whole tables, which the server's reads hold in another order. */
async function runWhenFree(statements: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await runSql(['begin', "set local lock_timeout = '300ms'", ...statements, 'commit'].join(';'))
      return
    } catch (error) {
      const isTaken = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
      if (!isTaken || tries === 40) throw error
    }
  }
}

/** Everything that happened to a circle's arcs, money and offers is this many days longer ago. The tables refuse such changes to everyone else. */
export const letDaysPass = (circleId: string, days: number): Promise<void> =>
  runWhenFree(
    momentsOfCircles.flatMap(([table, column, circle]) => [
      `alter table ${table} disable trigger user`,
      `update ${table} set ${column} = ${column} - ${days} * interval '1 day' where ${circle} = '${circleId}'`,
      `alter table ${table} enable trigger user`,
    ]),
  )
