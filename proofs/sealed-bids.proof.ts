import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportOf } from '#server/testing/export-data.ts'
import { sendWaitingMails } from '#server/testing/mails.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import { offerCalls } from '#server/testing/offers.ts'
import { startPushService } from '#server/testing/push-service.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type Operation, operationsOf, pathWith } from './operations.ts'

/** These end or change a session, do not end themselves, or (the audit log, which is searched by itself) tell of the reads. */
const notRead = /auth\/(?:logout|refresh)|\/stream$|admin\/audit-log$/

/** What differs between two reads of the same state: which request it was, and the moment at which it was answered. */
const steady = (text: string): string =>
  text
    .replaceAll(/"requestId":"[^"]*"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00)?/g, 'a moment')
    .replaceAll(/"[^"]*[?&](?:signature|X-Amz-Signature)=[^"]*"/gi, '"a signed address"')

type Readers = Readonly<Record<string, Person | null>>

/** Every answer to every read, by who asked for what. */
async function readAll(testApp: TestApp, reads: readonly Operation[], ids: Readonly<Record<string, string>>, readers: Readers) {
  const answers = new Map<string, string>()
  for (const [role, person] of Object.entries(readers))
    for (const operation of reads) {
      const path = pathWith(operation.path, (name) => ids[name] ?? ids.offerId ?? '')
      const formats = operation.query.some(({ name }) => name === 'format') ? ['', '?format=csv'] : ['']
      for (const format of formats) {
        const { status, text } = await testApp.call(person, 'GET', `${path}${format}`)
        answers.set(`${role}: ${operation.name}${format}`, `${status} ${steady(text)}`)
      }
    }
  return answers
}

/** Every row of every table. */
async function readTables({ db }: TestApp): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(db)
  const tables = new Map<string, Set<string>>()
  for (const { schema, name } of rows) {
    const found = await sql<{ text: string }>`select t::text as text from ${sql.table(`${schema}.${name}`)} t`.execute(db)
    tables.set(name, new Set(found.rows.map(({ text }) => text)))
  }
  return tables
}

/** Where two answers begin to differ. */
function difference(before = '', after = ''): string | null {
  if (before === after) return null
  const at = [...after].findIndex((letter, index) => letter !== before[index])
  return `${before.slice(Math.max(0, at - 60), at + 60)} → ${after.slice(Math.max(0, at - 60), at + 60)}`
}

const added = (before: ReadonlyMap<string, ReadonlySet<string>>, after: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...after].flatMap(([table, rows]) => [...rows].filter((row) => !before.get(table)?.has(row)).map((row) => ({ table, row })))

test('K4, G26: sealed bids are in no read of anyone else before they are opened, nor in notices, mails, pushes, exports, live updates and audit log', async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off', PUSH_HOSTS: 'any' })
  const pushes = await startPushService(testApp.services.pushKeys.publicKey)
  try {
    const { circle, owner, members } = await createMotionCircle(testApp, [5, 3, 2, 2])
    const [bidder, holder, seller] = members as [Person, Person, Person]
    const { offer, bid, pass, read, url } = offerCalls(testApp, circle._id)
    const [admin, broker, waiting] = [await testApp.seed.admin(), await testApp.seed.broker(), await testApp.seed.investor()]
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    expect((await testApp.call(waiting, 'POST', `app/request-join/${circle._id}`)).status).toBe(200)
    const made = await offer(seller, [11, 12])
    const others = { seller, owner, holder, admin, broker, waiting, outsider: await testApp.seed.investor() }
    const readers: Readers = { ...others, unverified: await testApp.seed.pending(), visitor: null }
    for (const [name, person] of Object.entries(others))
      expect((await testApp.call(person, 'POST', 'app/push', pushes.subscription(name))).status).toBe(200)
    await testApp.runJobs()
    const reads = (await operationsOf(testApp)).filter(({ method, path }) => method === 'GET' && !notRead.test(path))
    const ids = {
      circleId: circle._id,
      id: circle._id,
      userId: bidder._id,
      brokerId: broker._id,
      offerId: made._id,
      year: '2026',
      month: '2026-01',
    }
    const exports = async () => {
      const texts = new Map<string, string>()
      for (const [name, person] of Object.entries(others)) texts.set(name, steady((await exportOf(testApp, person)).text))
      return texts
    }
    // The first reads mark things as seen.
    await bid(bidder, made._id, 0)
    await exports()
    await readAll(testApp, reads, ids, readers)
    const exported = await exports()
    const before = await readAll(testApp, reads, ids, readers)
    expect([...before.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(reads.length)

    let searched = 0
    for (const wanted of [1, 0, 2]) {
      const stored = await readTables(testApp)
      await bid(bidder, made._id, wanted)
      const changed = added(stored, await readTables(testApp))
      // Written where nobody reads it, and in no log; the bidder's own notices were read.
      expect(changed.filter(({ table, row }) => table !== 'offer_bids' && !row.includes(bidder._id))).toEqual([])
      expect(changed.map(({ table }) => table).filter((table) => /audit|mails|jobs|pushes/.test(table))).toEqual([])
      expect(changed.some(({ table }) => table === 'offer_bids')).toBe(true)
      const sent = pushes.received.length
      await testApp.runJobs()
      await sendWaitingMails(testApp)
      expect([wanted, pushes.received.length]).toEqual([wanted, sent])
      const after = await readAll(testApp, reads, ids, readers)
      const differ = [...after].flatMap(([place, answer]) => {
        const how = difference(before.get(place), answer)
        return how === null ? [] : [`${place}: ${how}`]
      })
      expect([wanted, differ]).toEqual([wanted, []])
      searched += after.size
    }
    for (const [name, text] of await exports()) expect([name, difference(exported.get(name), text)]).toEqual([name, null])
    const log = await testApp.call(admin, 'GET', 'admin/audit-log?format=csv')
    expect([log.status, log.text.includes(made._id), /bid/i.test(log.text)]).toEqual([200, true, false])
    expect((await read(bidder, made._id)).myBid).toBe(2)

    // What was compared does tell of bids, once they are opened.
    await pass(30)
    await testApp.call(owner, 'GET', `${url}/${made._id}`)
    const opened = await readAll(testApp, reads, ids, { seller, owner, holder })
    const differ = [...opened].filter(([place, answer]) => answer !== before.get(place)).map(([place]) => place)
    for (const role of ['seller', 'owner', 'holder']) expect(differ).toContain(`${role}: GET /api/app/offer/{circleId}/{offerId}`)
    await testApp.runJobs()
    expect(pushes.received.length).toBeGreaterThan(0)
    expect(pushes.failures).toEqual([])
    console.log(
      `K4 ${reads.length} reads as ${Object.keys(readers).length} people, ${searched} answers compared over three changes of a sealed bid: none differs`,
    )
  } finally {
    await pushes.close()
    await testApp.close()
  }
})
