import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { emailOf } from '#demo/logins.ts'
import type { UserRow } from '#demo/plan-people.ts'
import { deskOf } from '#domain/broker-desk.ts'
import { monthsBetween } from '#domain/month-close.ts'
import { proveLedger } from '#server/commands/prove-ledger.ts'
import { transactionOn } from '#server/db/connect.ts'
import { readDesk } from '#server/features/brokers/read-desk.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { dataKeysOf } from '#server/shared/pay-details/data-keys.ts'
import { copyTemplate } from '#server/testing/database.ts'
import { actorOf } from './past.ts'

const now = new Date('2026-03-14T09:26:53.589Z')
const files = new Map<string, Uint8Array>()
const store = {
  put: async ({ key }: { readonly key: string }, content: Uint8Array) => {
    files.set(key, content)
  },
}

let copy: Awaited<ReturnType<typeof copyTemplate>>
let client: pg.Client
let defaultsBefore: unknown[]

const readDefaults = async () =>
  (
    await client.query(
      `select table_name, column_name, column_default from information_schema.columns
       where table_schema = 'public' and column_default is not null order by 1, 2`,
    )
  ).rows

beforeAll(async () => {
  copy = await copyTemplate(inject('postgresUrl'))
  client = new pg.Client({ connectionString: copy.url })
  await client.connect()
  defaultsBefore = await readDefaults()
  const keys = deriveKeys('a secret of the tests')
  const dataKeys = dataKeysOf(Buffer.alloc(32, 7), undefined)
  await loadDemo({ databaseUrl: copy.url, store, root: projectRoot(), keys, dataKeys, publicUrl: 'http://localhost' }, now)
})
afterAll(async () => {
  await client.end()
  await copy.drop()
})

const query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query<Row>(sql, values)).rows

test('the clock is put back: no column keeps the default of the demo', async () => {
  expect(await readDefaults()).toEqual(defaultsBefore)
  expect(await query(`select from pg_namespace where nspname = 'demo_clock'`)).toEqual([])
  const [answer] = await query<{ seconds: number }>('select extract(epoch from clock_timestamp() - $1)::float as seconds', [new Date()])
  expect(Math.abs(answer?.seconds ?? Number.NaN)).toBeLessThan(60)
})

test('nothing that use cases wrote is in the future', async () => {
  const tables = {
    motions: 'at',
    motion_votes: 'at',
    motion_closings: 'at',
    audit_log: 'at',
    notices: 'at',
    stage_history: 'began_at',
    posts: 'created_at',
    decision_record: 'at',
    circle_follows: 'created_at',
    book_entries: 'recorded_at',
    bank_imports: 'at',
    month_closings: 'closed_at',
    signatures: 'at',
    offers: 'made_at',
    offer_bids: 'at',
  }
  const late = Object.entries(tables).map(([table, column]) => `select '${table}' as name from ${table} where ${column} > $1`)
  expect(await query(late.join(' union all '), [now])).toEqual([])
})

test('ledger, stages, counts and effects agree with each other', async () => {
  expect((await proveLedger(client)).disagreements).toEqual([])
})

test('the investor is in circles of every stage', async () => {
  const rows = await query<{ title: string; stage: string }>(
    `select title, (select stage from stage_history where circle_id = circles.id order by id desc limit 1) as stage
     from circles where id in (select circle_id from memberships join users on users.id = user_id where email = $1 and memberships.ended_at is null)`,
    [emailOf('investor')],
  )
  const stages = Object.fromEntries(rows.map(({ title, stage }) => [title, stage]))
  expect(stages).toMatchObject({
    'Juniper Hill Cabins': 'gathering',
    'Sycamore Court': 'deciding',
    'Shockoe Row': 'deciding',
    'Platte Park Duplex': 'buying',
    'Poudre River Flats': 'owning',
    'Bell Street Bakehouse': 'ended',
  })
})

test('the investor’s circles talk: one conversation has posts that are new to them, with a mention of them', async () => {
  const [found] = await query<{ circles: number; fresh: number; mentions: number; unread: number }>(
    `with me as (select id from users where email = $1),
       talk as (select posts.* from posts join memberships on memberships.circle_id = posts.circle_id and memberships.user_id = (select id from me))
     select (select count(distinct circle_id) from talk)::int as circles,
       (select count(*) from talk left join thread_visits as seen on seen.user_id = (select id from me) and seen.circle_id = talk.circle_id
         where talk.user_id <> (select id from me) and (seen.last_post_id is null or talk.id > seen.last_post_id))::int as fresh,
       (select count(*) from post_mentions where user_id = (select id from me))::int as mentions,
       (select count(*) from notices where user_id = (select id from me) and kind = 'mention' and read_at is null)::int as unread`,
    [emailOf('investor')],
  )
  expect(found).toEqual({ circles: 5, fresh: 2, mentions: 2, unread: 1 })
})

test('something waits for the broker in some circles, nothing in others, and one has ended', async () => {
  const [broker] = await query<UserRow>('select * from users where email = $1', [emailOf('broker')])
  if (!broker) throw new Error('the demo has no broker')
  const entries = await readDesk(transactionOn(client), actorOf(broker))
  const { waiting, quiet, ended } = deskOf(entries, { search: '', stage: null })
  const asked = waiting.filter(({ waits }) => waits.some(({ kind }) => kind === 'question')).map(({ circle }) => circle.title)
  expect(asked).toEqual(expect.arrayContaining(['Larkspur Terrace', 'Foundry Works']))
  expect(quiet.length).toBeGreaterThan(0)
  expect(ended.map(({ title }) => title)).toEqual(['Bell Street Bakehouse'])
})

test('motions have passed, failed and been withdrawn, and one waits for the investor’s vote', async () => {
  const rows = await query<{ title: string; state: string; waits: boolean }>(
    `select motion_texts.title, coalesce(outcome, case when motion_withdrawals.motion_id is null then 'open' else 'withdrawn' end) as state,
       not exists (select from motion_votes join users on users.id = user_id where motion_votes.motion_id = motions.id and email = $1) as waits
     from motions join motion_texts on motion_texts.motion_id = motions.id
       left join motion_closings on motion_closings.motion_id = motions.id
       left join motion_withdrawals on motion_withdrawals.motion_id = motions.id`,
    [emailOf('investor')],
  )
  expect(Object.fromEntries(rows.map(({ title, state }) => [title, state]))).toMatchObject({
    'Margot keeps our accounts': 'passed',
    'Survey the second building before we bid': 'passed',
    'Count votes by person': 'did_not_pass',
    'Odette is our treasurer': 'passed',
    'Paint the shutters before we buy': 'did_not_pass',
    'Keep a reserve of $9,000': 'passed',
    'Meet on the first Sunday of each month': 'too_few_voted',
    'Insure the row': 'withdrawn',
    'Insure the row with Tidewater Mutual for the first year': 'open',
    'Keep the tenant on the ground floor': 'open',
    'Offer five percent more': 'did_not_pass',
    'End the circle': 'passed',
    'A new water heater for the house': 'passed',
    'Pay out $7,000.00': 'passed',
    'Repaint the stairwell': 'open',
  })
  expect(
    rows
      .filter(({ state, waits }) => state === 'open' && waits)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Insure the row with Tidewater Mutual for the first year', 'Repaint the stairwell'])
  expect(await query('select from treasurers')).toHaveLength(4)
})

test('an invitation is in each of its states, and its mail is on its way', async () => {
  const rows = await query(
    `select opened_at is not null as opened, circle_invitations.user_id is not null as used, coalesce(verification_requested and not is_verified, false) as waiting,
       joined_at is not null as joined, reminded_at is not null as reminded
     from circle_invitations left join users on users.id = user_id order by 1, 2, 3, 4`,
  )
  const none = { opened: false, used: false, waiting: false, joined: false, reminded: false }
  expect(rows).toEqual([
    none,
    { ...none, opened: true, reminded: true },
    { ...none, opened: true, used: true },
    { ...none, opened: true, used: true, joined: true },
    { ...none, opened: true, used: true, waiting: true },
  ])
  expect(await query(`select distinct template from mails`)).toEqual([{ template: 'circle-invitation' }])
})

test('people await verification with documents, were asked for more, have answered or were declined', async () => {
  const documents = await query<{ key: string; content_type: string; size: number }>(
    `select key, content_type, size from verification_documents join files on key = file_key where attached_at is not null and not is_public`,
  )
  expect(documents.map(({ content_type }) => content_type).sort()).toEqual(['application/pdf', 'application/pdf', 'image/png', 'image/png'])
  for (const { key, size } of documents) expect(files.get(key)).toHaveLength(Number(size))
  const decisions = await query<{ kind: string }>('select kind from verification_decisions order by id')
  expect(decisions.map(({ kind }) => kind).sort()).toEqual(['asked', 'asked', 'declined'])
})

test('the investor follows circles and waits for an arc', async () => {
  const own = `join circles on circles.id = circle_id join users on users.id = user_id where email = $1 order by title`
  const titles = async (table: string) =>
    (await query<{ title: string }>(`select title from ${table} ${own}`, [emailOf('investor')])).map(({ title }) => title)
  expect(await titles('circle_follows')).toEqual(['Foundry Works', 'Harbor Street Triples'])
  expect(await titles('waiting_list')).toEqual(['Donner Lake Chalets'])
})

const river = `(select id from circles where title = 'Poudre River Flats')`

test('every month but the last is closed by someone other than the treasurer, and the book agrees with the bank', async () => {
  const closings = await query<{ month: string; by: string; typed: number; book: number; outstanding: number }>(
    `select to_char(month_closings.month, 'YYYY-MM') as month, email as by, typed_cents::int as typed, book_cents::int as book,
       outstanding_cents::int as outstanding
     from month_closings join users on users.id = closed_by join month_balances using (circle_id, month) where circle_id = ${river} order by 1`,
  )
  expect(closings.map(({ month }) => month)).toEqual(monthsBetween('2024-12', '2026-01'))
  for (const { by, typed, book, outstanding } of closings) {
    expect(by).not.toBe(emailOf('investor'))
    expect(typed).toBe(book - outstanding)
  }
  expect(closings.filter(({ outstanding }) => outstanding !== 0)).toHaveLength(1)
  const [imports] = await query<{ files: number; unmatched: number; waiting: number }>(
    `select (select count(*) from bank_imports where circle_id = ${river})::int as files,
       count(*) filter (where day < '2026-03-01')::int as unmatched, count(*) filter (where day >= '2026-03-01')::int as waiting
     from bank_lines where circle_id = ${river} and not exists (select from bank_match_lines where line_id = bank_lines.id)`,
  )
  // One file each month, one more in that of the purchase, and one of the first days of the present month.
  expect(imports).toEqual({ files: 17, unmatched: 0, waiting: 4 })
})

test('the parts of what was paid out sum to it, everyone was paid, and the year that ended has its statements', async () => {
  const rows = await query<{ amount: number; parts: number; owed: number; paid: number }>(
    `select amount_cents::int as amount,
       (select sum(amount_cents)::int from distribution_parts where distribution_id = distributions.id) as parts,
       (select sum(owed_cents)::int from distribution_payouts where distribution_id = distributions.id) as owed,
       (select sum(amount_cents)::int from payout_payments where distribution_id = distributions.id) as paid
     from distributions where circle_id = ${river} order by 1`,
  )
  expect(rows).toEqual([500_000, 650_000, 700_000].map((cents) => ({ amount: cents, parts: cents, owed: cents, paid: cents })))
  expect(await query(`select year, count(*)::int as people from statements where circle_id = ${river} group by 1 order by 1`)).toEqual([
    { year: 2024, people: 7 },
    { year: 2025, people: 7 },
  ])
})

test('arcs are offered with sealed bids, and everyone has signed the agreement of the house that is owned', async () => {
  expect(
    await query(`select count(*)::int as bids from offer_bids join offers on offers.id = offer_id where circle_id = ${river}`),
  ).toEqual([{ bids: 2 }])
  expect(await query(`select from offer_openings`)).toEqual([])
  expect(
    await query(`select from signatures join document_versions on document_versions.id = version_id where circle_id = ${river}`),
  ).toHaveLength(7)
})

test('nobody is signed in, and nothing is confirmed that was not used', async () => {
  expect(await query('select from sessions where ended_at is null')).toEqual([])
  expect(await query('select from step_ups')).toEqual([])
})
