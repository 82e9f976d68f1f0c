import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { circleReply } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { circlePageReply } from '#contract/search.ts'
import { charterClauses } from '#domain/charter.ts'
import { noPermissions } from '#domain/may/person.ts'
import { type CircleSearch, searchCircles } from '#domain/search.ts'
import { ok } from '#server/http/answers.ts'
import { serializerOf } from '#server/http/serializer.ts'
import { selectCircles, toCircle } from '#server/shared/circles/circles.ts'
import { readVisibleCircle } from '#server/shared/circles/relation.ts'
import { readCurrentCharter, writeCharter } from '#server/shared/deciding/charters.ts'
import { type Random, randomFrom } from '#server/testing/random-circles.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders, type TestApp } from '#server/testing/test-app.ts'
import { createParticipants, type Participants, runHistory } from './run-history.ts'
import type { Step } from './steps.ts'

/** The answer's text; null if there is no such circle for the person. */
export async function getText(app: FastifyInstance, path: string, person: Person | null = null): Promise<string | null> {
  const answer = await app.inject({ method: 'GET', url: `/api/${path}`, headers: person ? authHeaders(person.token) : {} })
  expect([200, 404]).toContain(answer.statusCode)
  return answer.statusCode === 200 ? answer.body : null
}

const write = { circle: serializerOf(circleReply), page: serializerOf(circlePageReply) }

type Reader = { readonly person: Person | null; readonly isAdmin?: boolean; readonly isBroker?: boolean }

/** What the queries say that the product answered with before it kept circles in memory. */
async function readSlowly({ db }: TestApp, id: string, { person, isAdmin = false, isBroker = false }: Reader): Promise<string | null> {
  const origin = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' }
  const actor = person && {
    id: person._id,
    sessionId: '',
    permissions: { ...noPermissions, isAdmin },
    isBroker,
    isVerified: true,
    zone: 'UTC',
    origin,
  }
  const found = await readVisibleCircle(db, id, actor).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  return found && write.circle(ok(found))
}

/** A page by the simple search, of all circles in the database. */
async function searchSlowly({ db }: TestApp, search: CircleSearch): Promise<string> {
  const rows = await selectCircles(db).where('circles.deleted_at', 'is', null).execute()
  const { items, total } = searchCircles(
    rows.map((row) => toCircle(row, 'outside')),
    search,
  )
  return write.page(ok({ items, total, page: search.page, pageSize: search.pageSize }))
}

const searches: readonly CircleSearch[] = [
  { filter: {}, sort: 'createdAt', page: 1, pageSize: 10 },
  { filter: { q: 'larkspur', minTarget: 100_000, maxTarget: 900_000_000 }, sort: 'createdAt', page: 1, pageSize: 10 },
  { filter: {}, sort: 'title', page: 2, pageSize: 3 },
]
const addresses = [
  'public/circle?page=1&pageSize=10',
  'public/circle?q=larkspur&minTarget=100000&maxTarget=900000000&pageSize=10',
  'public/circle?sort=title&page=2&pageSize=3',
]

/** Acts that histories don't contain: of people, brokers and administrators. */
async function actBeside({ testApp: { db }, people }: Participants, broker: Person, circles: readonly string[], random: Random) {
  const circle = random.one(circles)
  const person = random.one([...people, broker])
  const acts: readonly (() => Promise<unknown>)[] = [
    () => sql`update users set last_name = ${`N${random.whole(1, 1e9)}`} where id = ${person._id}`.execute(db),
    () => sql`update users set hide_email_from_members = not hide_email_from_members where id = ${person._id}`.execute(db),
    () => sql`update circles set title = ${`Larkspur ${random.whole(1, 1e9)}`}, lat = null, lng = null where id = ${circle}`.execute(db),
    () =>
      sql`insert into broker_assignments (circle_id, broker_id) values (${circle}, ${broker._id}) on conflict (circle_id, broker_id)
        do update set is_exclusive = not broker_assignments.is_exclusive`.execute(db),
    () => sql`delete from broker_assignments where circle_id = ${circle}`.execute(db),
    () =>
      db.transaction().execute(async (tx) => {
        const { version, rules } = await readCurrentCharter(tx, circle)
        const changed = { ...rules, quorum: random.whole(0, 100) }
        await writeCharter(tx, circle, { version: version + 1, rules: changed, clauses: charterClauses(changed), at: null }, null)
      }),
    async () => {},
  ]
  await random.one(acts)()
}

/** Returns what runs one history and compares the answers of all processes with the queries after every step. */
export async function prepareCachedReads(testApp: TestApp, apps: readonly FastifyInstance[], seed: number) {
  const participants = await createParticipants(testApp)
  const broker = await testApp.seed.broker()
  const random = randomFrom(seed)
  const readers: readonly Reader[] = [
    { person: null },
    { person: participants.people[0] ?? null },
    { person: participants.people[1] ?? null },
    { person: participants.admin, isAdmin: true },
    { person: broker, isBroker: true },
  ]
  const compare = async (circleIds: readonly string[]) => {
    const asked = random.maybe(0.5, () => apps) ?? [random.one(apps)]
    const compareWith = async (expected: Promise<string | null>, path: string, person: Person | null = null) => {
      const answers = await Promise.all(asked.map((app) => getText(app, path, person)))
      expect(answers).toEqual(Array(asked.length).fill(await expected))
    }
    await Promise.all([
      ...circleIds.flatMap((id) =>
        readers.map((reader) =>
          compareWith(readSlowly(testApp, id, reader), `${reader.person ? 'app' : 'public'}/circle/${id}`, reader.person),
        ),
      ),
      ...searches.map((search, index) => compareWith(searchSlowly(testApp, search), addresses[index] ?? '')),
    ])
  }
  return (history: readonly Step[]): Promise<void> =>
    runHistory(participants, history, async (circleIds) => {
      await actBeside(participants, broker, circleIds, random)
      await compare(circleIds)
      if (random.one([true, false])) return
      await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', random.one(circleIds)).execute()
      await compare(circleIds)
      // Nobody could buy shares of a hidden circle in the next step.
      await testApp.db.updateTable('circles').set({ hide_circle: false }).where('id', 'in', circleIds).execute()
    })
}
