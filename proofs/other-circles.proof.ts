import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { newId } from '#server/db/ids.ts'
import { copyTemplate } from '#server/testing/database.ts'
import { createOwningCircle } from '#server/testing/owning-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestAppOn, type TestApp } from '#server/testing/test-app.ts'
import { valid } from './generate.ts'
import { operationsOf, pathWith } from './operations.ts'
import { seededRandom } from './seeded-random.ts'

const bodies = Number(process.env.BODIES ?? 40)
/** What any person may add rows to, also in vain. */
const ownTables = new Set(['audit_log', 'idempotency_keys', 'sessions', 'step_ups', 'rate_limits', 'crash_reports', 'mails', 'notices'])

type Table = { readonly name: string; readonly hasId: boolean }

const readTables = async ({ db }: TestApp): Promise<readonly Table[]> =>
  (
    await sql<Table>`
      select t.table_name as name, bool_or(c.column_name = 'id' and c.data_type = 'uuid') as "hasId"
      from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`.execute(db)
  ).rows.filter(({ name }) => !ownTables.has(name))

/** The ids of rows that belong to the circle: by its own id, or by the id of a row that does. */
async function idsOf(testApp: TestApp, tables: readonly Table[], circleId: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>([['circles', [circleId]]])
  for (let round = 0; round < 2; round++) {
    const known = [...found.values()].flat().map((id) => `%${id}%`)
    for (const { name, hasId } of tables.filter(({ name }) => name !== 'circles' && name !== 'users')) {
      if (!hasId || found.has(name)) continue
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} t where t::text like any(${known}) limit 400`.execute(
        testApp.db,
      )
      if (rows.length > 0)
        found.set(
          name,
          rows.map(({ id }) => id),
        )
    }
  }
  return found
}

/** A number that changes with any row that names one of the ids. */
async function fingerprint({ db }: TestApp, tables: readonly Table[], circleId: string): Promise<Record<string, string>> {
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum
      from ${sql.table(name)} t where t::text like ${`%${circleId}%`}`,
  )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

async function confirmEverything({ db }: TestApp, people: readonly Person[]): Promise<void> {
  await sql`insert into step_ups (session_id, purpose, means, expires_at)
    select sessions.id, purpose, 'password', now() + interval '5 minutes' from sessions,
      unnest(array['confirm_money', 'sign', 'where_to_pay']) as purpose
    where user_id in (${sql.join(people.map(({ _id }) => _id))}) and ended_at is null on conflict do nothing`.execute(db)
}

test('B3: ids of everything that another circle has, on every call about one’s own circle: nothing of it is told or changed', async () => {
  const copy = await copyTemplate(inject('postgresUrl'))
  const testApp = await startTestAppOn(copy, { RATE_LIMITS: 'off' })
  try {
    const { files: store, keys, dataKeys, root } = testApp.services
    await loadDemo({ databaseUrl: copy.url, store, root, keys, dataKeys, publicUrl: 'http://localhost' }, new Date())
    // The circle with the longest past: it has owned a house for fourteen months.
    const { circle_id: theirs } = await testApp.db
      .selectFrom('book_entries')
      .select('circle_id')
      .groupBy('circle_id')
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    // Nothing about it is public then.
    await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', theirs).execute()
    const tables = await readTables(testApp)
    const ids = await idsOf(testApp, tables, theirs)
    expect([...ids.keys()]).toEqual(
      expect.arrayContaining(['motions', 'documents', 'calls', 'book_entries', 'bank_lines', 'offers', 'distributions', 'settlements']),
    )
    const { circleId: own, ann, cy } = await createOwningCircle(testApp)
    const outsider = await testApp.seed.investor()
    const people = [ann, cy, outsider]
    const some = [...ids.entries()].flatMap(([table, all]) => (table === 'circles' ? [] : all.slice(0, 2)))
    const secret = new Set([...ids.entries()].flatMap(([table, all]) => (table === 'circles' || table === 'files' ? [] : all)))
    const told = (text: string, sent: string) =>
      (text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []).filter((id) => secret.has(id) && !sent.includes(id))

    const random = seededRandom(17)
    const operations = (await operationsOf(testApp)).filter(({ path }) => /\{circleId\}|app\/circle\/\{/.test(path))
    const before = await fingerprint(testApp, tables, theirs)
    let sent = 0
    const send = async (person: Person, operation: (typeof operations)[number], path: string, body: unknown) => {
      if (operation.method !== 'GET') await confirmEverything(testApp, people)
      const full = body === undefined ? undefined : JSON.stringify(body)
      const answer = await testApp.call(person, operation.method, path, full, full ? { 'content-type': 'application/json' } : {})
      sent++
      const where = [operation.name, person.firstName, path, full]
      expect([...where, answer.status < 500, told(answer.text, path + (full ?? ''))]).toEqual([...where, true, []])
    }
    const foreign = (name: string): readonly string[] =>
      /^circle(Id)?$/i.test(name) ? [own] : /id$|^person|member|document|motion/i.test(name) ? some : []
    for (const operation of operations) {
      const inner = (operation.path.match(/\{\w+\}/g) ?? []).filter((name) => name !== '{circleId}')
      const form = () => (operation.body ? valid(operation.body, '', random, foreign) : undefined)
      // One's own circle, and a thing of theirs.
      if (inner.length > 0)
        for (const id of some)
          await send(
            random.pick([ann, cy]),
            operation,
            pathWith(operation.path, (name) => (name === 'circleId' ? own : id)),
            form(),
          )
      // Their circle and things, as someone who is no member; a thing that there is not.
      for (const id of [...some.slice(0, 10), newId()])
        await send(
          random.pick(people),
          operation,
          pathWith(operation.path, (name) => (name === 'circleId' ? theirs : id)),
          form(),
        )
      // Things of theirs in the body only.
      if (operation.body && inner.length === 0)
        for (let round = 0; round < bodies; round++)
          await send(
            random.pick([ann, cy]),
            operation,
            pathWith(operation.path, () => own),
            form(),
          )
      expect([operation.name, await fingerprint(testApp, tables, theirs)]).toEqual([operation.name, before])
    }
    console.log(
      `B3 ${operations.length} operations, ${sent} requests with ids of ${ids.size} tables of another circle: nothing told, nothing changed`,
    )
  } finally {
    await testApp.close()
  }
})
