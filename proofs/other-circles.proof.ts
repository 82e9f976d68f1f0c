import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { createOwningCircle } from '#server/testing/owning-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { areAboutThings, confirmEverything, loadDemoOnce, membersOf, readTables, type Table } from './demo-circles.ts'
import { valid } from './generate.ts'
import { operationsOf, pathWith } from './operations.ts'
import { seededRandom } from './seeded-random.ts'

const bodies = Number(process.env.BODIES ?? 40)
/** What any person may add rows to, also in vain. */
const ownTables = new Set(['audit_log', 'idempotency_keys', 'sessions', 'step_ups', 'crash_reports', 'mails', 'notices', 'live_events'])

/** A number that changes with any row that names one of the ids. */
async function fingerprint({ db }: TestApp, tables: readonly Table[], ids: readonly string[]): Promise<Record<string, string>> {
  const named = ids.map((id) => `%${id}%`)
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum
      from ${sql.table(name)} t where t::text like any(${named})`,
  )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

test('B3: ids of everything that another circle has, on every call about one’s own circle: nothing of it is told or changed', async () => {
  const demo = await loadDemoOnce()
  const testApp = await demo.start()
  const { circleId: theirs, ids } = demo.owning
  try {
    // Nothing about it is public then.
    await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', theirs).execute()
    const tables = await readTables(testApp, ownTables)
    const members = await membersOf(testApp, theirs)
    expect([...ids.keys()]).toEqual(
      expect.arrayContaining([
        'motions',
        'documents',
        'calls',
        'book_entries',
        'bank_lines',
        'offers',
        'arc_transfers',
        'distributions',
        'settlements',
        'saved_searches',
        'push_subscriptions',
      ]),
    )
    const { circleId: own, ann, cy } = await createOwningCircle(testApp)
    const outsider = await testApp.seed.investor()
    const people = [ann, cy, outsider]
    const some = [...ids.entries()].flatMap(([table, all]) => (table === 'circles' ? [] : all.slice(0, 2)))
    const secret = new Set([...ids.entries()].flatMap(([table, all]) => (table === 'circles' || table === 'files' ? [] : all)))
    const told = (text: string, sent: string) =>
      (text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []).filter((id) => secret.has(id) && !sent.includes(id))

    const random = seededRandom(17)
    const operations = (await operationsOf(testApp)).filter(areAboutThings)
    const watched = [theirs, ...members.map(({ _id }) => _id)]
    const before = await fingerprint(testApp, tables, watched)
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
      expect([operation.name, await fingerprint(testApp, tables, watched)]).toEqual([operation.name, before])
    }
    console.log(
      `B3 ${operations.length} operations, ${sent} requests with ids of ${ids.size} tables of another circle: nothing told, nothing changed`,
    )
  } finally {
    await testApp.close()
    await demo.drop()
  }
})
