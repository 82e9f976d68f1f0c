import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isFileKey } from '#domain/files.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { dataKeysOf } from '#server/shared/pay-details/data-keys.ts'
import { matchesPassword } from '#server/shared/people/passwords.ts'
import { copyTemplate } from '#server/testing/database.ts'
import { loadDemo } from './load-demo.ts'
import { demoLogins, demoPassword, emailOf } from './logins.ts'
import { picturesPerKind } from './property-pictures.ts'

const now = new Date('2026-03-14T09:26:53.589Z')

type Demo = { client: pg.Client; files: Map<string, Uint8Array>; url: string }

async function openDemo(moment = now): Promise<Demo & { close(): Promise<void> }> {
  const copy = await copyTemplate(inject('postgresUrl'))
  const files = new Map<string, Uint8Array>()
  await loadDemo(optionsOf(copy.url, files), moment)
  const client = new pg.Client({ connectionString: copy.url })
  await client.connect()
  const close = async () => {
    await client.end()
    await copy.drop()
  }
  return { client, files, url: copy.url, close }
}

const storeInto = (files: Map<string, Uint8Array>) => ({
  put: async ({ key }: { readonly key: string }, content: Uint8Array) => {
    files.set(key, content)
  },
})

const optionsOf = (databaseUrl: string, files: Map<string, Uint8Array>) => ({
  databaseUrl,
  store: storeInto(files),
  root: projectRoot(),
  keys: deriveKeys('a secret of the tests'),
  dataKeys: dataKeysOf(Buffer.alloc(32, 7), undefined),
  publicUrl: 'http://localhost',
})

let demo: Awaited<ReturnType<typeof openDemo>>
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.close())

const idOf = `(select id from users where email = $1)`
const first = async <Row extends pg.QueryResultRow>({ client }: Demo, sql: string, values: unknown[] = []): Promise<Row> => {
  const { rows } = await client.query<Row>(sql, values)
  if (!rows[0]) throw new Error('no row')
  return rows[0]
}

test('five people can sign in with the password that is printed at start', async () => {
  for (const { role } of demoLogins) {
    const user = await first<{ password_hash: string; status: string }>(demo, 'select * from users where email = $1', [emailOf(role)])
    expect(user.status).toBe('active')
    expect(await matchesPassword(user.password_hash, demoPassword)).toBe(true)
  }
})

test('each of the five is in the state that the role stands for', async () => {
  const { rows } = await demo.client.query(
    `select split_part(email, '@', 1) as role, is_admin, is_broker, is_verified, onboarding_complete as onboarded, verification_requested as asked
     from users where email = any($1)`,
    [demoLogins.map(({ role }) => emailOf(role))],
  )
  const base = { is_admin: false, is_broker: false, is_verified: true, onboarded: true, asked: false }
  expect(Object.fromEntries(rows.map(({ role, ...rest }) => [role, rest]))).toEqual({
    admin: { ...base, is_admin: true },
    broker: { ...base, is_broker: true },
    investor: { ...base, asked: true },
    pending: { ...base, is_verified: false, asked: true },
    newcomer: { ...base, is_verified: false, onboarded: false },
  })
})

test('sixty-four circles: full ones, open ones, one hidden, one ended and one without target', async () => {
  const { rows } = await demo.client.query(
    `select c.hide_circle as hidden, c.ended_at is not null as ended, c.total_target_size is null as bare, count(a.number)::int as arcs, count(a.membership_id)::int as taken
     from circles c left join arcs a on a.circle_id = c.id group by c.id`,
  )
  expect(rows).toHaveLength(64)
  expect(rows.filter((row) => row.hidden && !row.ended)).toHaveLength(1)
  expect(rows.filter((row) => row.ended)).toHaveLength(1)
  expect(rows.filter((row) => row.bare && row.arcs === 0)).toHaveLength(1)
  expect(rows.filter((row) => row.arcs > 0 && row.taken === row.arcs).length).toBeGreaterThanOrEqual(5)
  expect(rows.filter((row) => row.arcs - row.taken >= 2).length).toBeGreaterThanOrEqual(20)
})

test('among the five newest circles that anyone sees is one the investor can still join with two shares', async () => {
  const { rows } = await demo.client.query(
    `select count(a.number) filter (where a.membership_id is null)::int as free,
            exists (select from memberships m where m.circle_id = c.id and m.user_id = ${idOf}) as mine
     from (select * from circles where not hide_circle order by created_at desc limit 5) c left join arcs a on a.circle_id = c.id
     group by c.id`,
    [emailOf('investor')],
  )
  expect(rows.filter((row) => !row.mine && row.free >= 2).length).toBeGreaterThanOrEqual(1)
})

test('each circle of the investor looks at two or more properties, and the broker has circles', async () => {
  const mine = await demo.client.query(
    `select (select count(*) from properties p where p.circle_id = m.circle_id)::int as properties
     from memberships m where m.user_id = ${idOf} and m.ended_at is null`,
    [emailOf('investor')],
  )
  expect(mine.rows).toHaveLength(10)
  expect(Math.min(...mine.rows.map((row) => row.properties))).toBeGreaterThanOrEqual(2)
  const broker = await first<{ alone: number; all: number }>(
    demo,
    `select count(*) filter (where is_exclusive)::int as alone, count(*)::int as all from broker_assignments where broker_id = ${idOf}`,
    [emailOf('broker')],
  )
  expect(broker.alone).toBeGreaterThanOrEqual(1)
  expect(broker.all).toBeGreaterThan(broker.alone)
})

test('every arc, membership and ledger row agrees with the others', async () => {
  const { rows } = await demo.client.query(
    `select c.title from circles c
     where (select coalesce(sum(price), 0) from arcs where circle_id = c.id) <> coalesce(c.total_target_size, 0)
        or (select coalesce(sum(price), 0) from arcs where circle_id = c.id and membership_id is not null)
           <> (select coalesce(sum(amount), 0) from ledger where circle_id = c.id)
        or exists (select from arcs a join memberships m on m.id = a.membership_id where a.circle_id = c.id and m.ended_at is not null)
        or c.owner_investment_amount <> (select amount from ledger l where l.circle_id = c.id order by id limit 1)`,
  )
  expect(rows).toEqual([])
  const { kinds } = await first<{ kinds: string[] }>(demo, 'select array_agg(distinct kind order by kind) as kinds from ledger')
  expect(kinds).toEqual(['added', 'bought', 'removed'])
})

test('nothing happens before its circle, nor after now, and only members vote', async () => {
  const { wrong } = await first<{ wrong: number }>(
    demo,
    `select (select count(*) from ledger l join circles c on c.id = l.circle_id where l.at < c.created_at or l.at > $1)
          + (select count(*) from properties p join circles c on c.id = p.circle_id where p.created_at < c.created_at or p.created_at > $1)
          + (select count(*) from preferences v join properties p on p.id = v.property_id where v.created_at < p.created_at or v.created_at > $1)
          + (select count(*) from memberships m join users u on u.id = m.user_id where u.created_at > m.created_at or not u.is_verified or u.is_broker)
          + (select count(*) from preferences v join properties p on p.id = v.property_id where not exists
              (select from memberships m where m.circle_id = p.circle_id and m.user_id = v.user_id and m.ended_at is null)) as wrong`,
    [now],
  )
  expect(Number(wrong)).toBe(0)
})

test('people wait only for full circles they are not in', async () => {
  const { waiting, wrong } = await first<{ waiting: number; wrong: number }>(
    demo,
    `select count(*)::int as waiting, count(*) filter (where
        exists (select from arcs a where a.circle_id = w.circle_id and a.membership_id is null)
        or exists (select from memberships m where m.circle_id = w.circle_id and m.user_id = w.user_id and m.ended_at is null))::int as wrong
     from waiting_list w`,
  )
  expect(waiting).toBeGreaterThan(3)
  expect(wrong).toBe(0)
})

test('every property has its own stored picture file, and properties of a circle show different pictures', async () => {
  const { rows } = await demo.client.query(
    `select p.circle_id, f.key, f.size, f.is_seed from properties p
     left join property_pictures i on i.property_id = p.id and i.position = 1 left join files f on f.key = i.image_key`,
  )
  expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  for (const { key, size, is_seed } of rows) {
    expect(is_seed).toBe(true)
    expect(isFileKey(key)).toBe(true)
    expect(demo.files.get(key)).toHaveLength(Number(size))
  }
  for (const circleId of new Set(rows.map((row) => row.circle_id))) {
    const shown = rows.filter((row) => row.circle_id === circleId).map(({ key }) => Buffer.from(demo.files.get(key) ?? []).toString())
    expect(new Set(shown).size).toBeGreaterThanOrEqual(Math.min(shown.length, picturesPerKind))
  }
})

test('some properties have several different pictures, and most have facts', async () => {
  const { rows } = await demo.client.query<{ keys: string[]; year_built: number | null }>(
    `select array_agg(i.image_key order by i.position) as keys, p.year_built
     from properties p join property_pictures i on i.property_id = p.id group by p.id`,
  )
  expect(rows.filter(({ keys }) => keys.length === picturesPerKind).length).toBeGreaterThan(30)
  expect(rows.filter(({ year_built }) => year_built !== null).length).toBeGreaterThan(rows.length / 2)
  for (const { keys } of rows) {
    const shown = keys.map((key) => Buffer.from(demo.files.get(key) ?? []).toString())
    expect(new Set(shown).size).toBe(keys.length)
  }
})

test('a second load changes nothing', async () => {
  const count = () => first(demo, 'select (select count(*) from users) as users, (select count(*) from ledger) as ledger')
  const before = await count()
  expect(await loadDemo(optionsOf(demo.url, demo.files))).toBe('there_already')
  expect(await count()).toEqual(before)
})

test('the same moment gives the same demo on every machine', async () => {
  const other = await openDemo()
  const print = (sum: Demo) =>
    first(
      sum,
      // Use cases draw ids at random.
      `select (select md5(string_agg(c::text, '' order by id)) from circles c) as circles,
              (select md5(string_agg((to_jsonb(m) - 'id')::text, '' order by created_at, user_id)) from memberships m) as memberships,
              (select md5(string_agg(p::text, '' order by id)) from properties p) as properties,
              (select md5(string_agg((to_jsonb(v) - 'vote_id')::text, '' order by property_id, user_id)) from preferences v) as votes,
              (select md5(string_agg((to_jsonb(d) - 'id' - 'motion_id')::text, '' order by at, kind)) from decision_record d) as record,
              (select md5(string_agg((to_jsonb(p) - 'id' - 'motion_id' - 'question_id')::text, '' order by created_at, user_id)) from posts p) as posts,
              (select md5(string_agg((to_jsonb(n) - 'id' - 'motion_id' - 'facts')::text || regexp_replace(facts::text, '[0-9a-f-]{36}', 'id', 'g'), ''
                order by at, user_id, kind)) from notices n) as notices`,
    )
  expect(await print(other)).toEqual(await print(demo))
  const pictures = ({ files }: Demo) => {
    const hash = createHash('sha256')
    for (const [key, bytes] of files) hash.update(key).update(bytes)
    return hash.digest('hex')
  }
  expect(pictures(other)).toBe(pictures(demo))
  await other.close()
}, 300_000)

test('circles decide in it: rules of their own, reasons, threads, outcomes on record, votes that close and notices', async () => {
  const counts = await first<Record<string, number>>(
    demo,
    `select (select count(*) from charters where version = 2)::int as rules,
            (select count(*) from vote_reasons)::int as reasons,
            (select count(*) from posts where is_broker)::int as answers,
            (select count(*) from decision_record where kind = 'outcome')::int as outcomes,
            (select count(*) from decisions where closed_by_record is not null)::int as closed,
            (select count(*) from decisions where closes_at > $1)::int as closing,
            (select count(*) from notices where user_id = (select id from users where email = $2) and read_at is null)::int as unread`,
    [now, emailOf('investor')],
  )
  for (const [what, count] of Object.entries(counts)) expect([what, count > 0]).toEqual([what, true])
})

test('what the record says last of a property is how it stands', async () => {
  const { rows } = await demo.client.query(`
    select from decisions where closed_by_record is null and state <> coalesce(
      (select state from decision_record r where r.property_id = decisions.property_id order by at desc limit 1), 'open')`)
  expect(rows).toHaveLength(0)
})
