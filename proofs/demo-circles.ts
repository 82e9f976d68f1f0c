import { sql } from 'kysely'
import { inject } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { calendarDayOf } from '#domain/dates.ts'
import { insertPaper } from '#server/testing/buying-circle.ts'
import { copyDatabase, copyTemplate, type OwnDatabase } from '#server/testing/database.ts'
import { passDays } from '#server/testing/offers.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestAppOn, type TestApp } from '#server/testing/test-app.ts'
import type { Known } from './generate.ts'
import type { Operation } from './operations.ts'

export type DemoCircle = {
  readonly circleId: string
  /** Of all that belongs to it or to its members, by table. */
  readonly ids: ReadonlyMap<string, readonly string[]>
}

/** The demo in a database of its own. Nobody is connected to it, so that it can be copied. */
export type Demo = {
  /** A circle that has owned a house for fourteen months, and one that buys. */
  readonly owning: DemoCircle
  readonly buying: DemoCircle
  /** The app on a fresh copy. */
  start(env?: Readonly<Record<string, string>>): Promise<TestApp>
  drop(): Promise<void>
}

const limitless = { RATE_LIMITS: 'off' }

const circleWith = async ({ db }: TestApp, holding: string): Promise<string> =>
  (await db.selectFrom('circles').select('id').where('holding', '=', holding).executeTakeFirstOrThrow()).id

const withIds = async (testApp: TestApp, circleId: string): Promise<DemoCircle> => {
  const ofCircle = await idsOf(testApp, await readTables(testApp), circleId)
  return { circleId, ids: new Map([...ofCircle, ...(await ownIdsOf(testApp, circleId))]) }
}

/** Loads the demo, and lets people do what nobody does in it, so that there is something of every kind. */
export async function loadDemoOnce(): Promise<Demo> {
  const original: OwnDatabase = await copyTemplate(inject('postgresUrl'))
  const testApp = await startTestAppOn({ url: original.url, drop: async () => {} }, { ...limitless, PUSH_HOSTS: 'any' })
  try {
    const { files: store, keys, dataKeys, root } = testApp.services
    await loadDemo({ databaseUrl: original.url, store, root, keys, dataKeys, publicUrl: 'http://localhost' }, new Date())
    await doTheRest(testApp, await circleWith(testApp, 'owning'))
    const owning = await withIds(testApp, await circleWith(testApp, 'owning'))
    const buying = await withIds(testApp, await circleWith(testApp, 'buying'))
    const start: Demo['start'] = async (env = {}) =>
      startTestAppOn(await copyDatabase(inject('postgresUrl'), original), { ...limitless, ...env })
    return { owning, buying, start, drop: () => original.drop() }
  } finally {
    await testApp.close()
  }
}

/** Its members in new sessions, the owner first and then the treasurer. */
export async function membersOf({ db, seed }: TestApp, circleId: string): Promise<[Person, Person, ...Person[]]> {
  const { rows } = await sql<{ _id: string; email: string; firstName: string }>`
    select users.id as _id, email, first_name as "firstName" from memberships join users on users.id = user_id
    where circle_id = ${circleId} and ended_at is null
    order by is_owner desc, user_id = (select user_id from treasurers where circle_id = ${circleId} order by at desc limit 1) desc, users.id`.execute(
    db,
  )
  const members = await Promise.all(rows.map((row) => seed.signedInAgain(row as Person)))
  return members as [Person, Person, ...Person[]]
}

/** As if each of them had just said “It’s me” for everything. */
export async function confirmEverything({ db }: TestApp, people: readonly Person[]): Promise<void> {
  await sql`insert into step_ups (session_id, purpose, means, expires_at)
    select sessions.id, purpose, 'password', now() + interval '5 minutes' from sessions,
      unnest(array['confirm_money', 'sign', 'where_to_pay', 'export_data']) as purpose
    where user_id in (${sql.join(people.map(({ _id }) => _id))}) and ended_at is null on conflict do nothing`.execute(db)
}

/** A point of the curve, as browsers send it. */
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** What the demo has none of: transfers of arcs, expenses laid out, reversals that wait, questions, reports, saved searches, devices for pushes. */
async function doTheRest(testApp: TestApp, circleId: string): Promise<void> {
  const [owner, treasurer, ...others] = await membersOf(testApp, circleId)
  const other = others[0] ?? owner
  const outsider = await testApp.seed.investor({ firstName: 'Otto', lastName: 'Outsider' })
  const send = async <Data>(person: Person, path: string, body: object): Promise<Data> => {
    await confirmEverything(testApp, [person])
    const answer = await testApp.call(person, 'POST', path, body)
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`)
    return answer.data<Data>()
  }
  // The sealed bids of the offer are opened, which makes transfers.
  await passDays(testApp, circleId, 40)
  await testApp.call(owner, 'GET', `app/offer/${circleId}`)
  for (const person of [owner, treasurer, ...others]) {
    await send(person, 'app/saved-search', { address: `hasFreeArcs=true&text=${person.firstName}` })
    await send(person, 'app/push', { endpoint: `http://127.0.0.1:9/${person._id}`, p256dh, auth: 'a'.repeat(22) })
  }
  const post = await testApp.db.selectFrom('posts').select('id').where('circle_id', '=', circleId).executeTakeFirstOrThrow()
  await send(outsider, `app/circle/${circleId}/question`, { text: 'Who repairs the roof?' })
  await send(owner, 'app/report', { kind: 'post', id: post.id, reason: 'misleading' })
  const layOut = async () => {
    const bill = {
      account: 'repairs',
      amountCents: 4_500,
      day: calendarDayOf(new Date(Date.now() - 86_400_000), 'America/Denver'),
      payee: 'Locksmith',
      relatedMember: null,
    }
    const documentVersionId = await insertPaper(testApp, circleId, treasurer)
    return send<{ outlayId: string }>(treasurer, `app/book/${circleId}/outlay`, { ...bill, person: treasurer._id, documentVersionId })
  }
  const { outlayId } = await layOut()
  const { entryId } = await send<{ entryId: string }>(other, `app/book/${circleId}/outlay/${outlayId}/confirm`, {})
  await send(treasurer, `app/book/${circleId}/reversal/${entryId}`, { words: 'A slip' })
  await layOut()
}

export type Table = { readonly name: string; readonly hasId: boolean }

/** The tables of the product, but these. */
export const readTables = async ({ db }: TestApp, without: ReadonlySet<string> = new Set()): Promise<readonly Table[]> =>
  (
    await sql<Table>`
      select t.table_name as name, bool_or(c.column_name = 'id' and c.data_type = 'uuid') as "hasId"
      from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`.execute(db)
  ).rows.filter(({ name }) => !without.has(name))

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

/** The ids of what belongs to the circle's members themselves, by table. */
async function ownIdsOf({ db }: TestApp, circleId: string): Promise<Map<string, string[]>> {
  const members = db.selectFrom('memberships').select('user_id').where('circle_id', '=', circleId)
  const found = new Map<string, string[]>()
  for (const table of ['saved_searches', 'push_subscriptions', 'notices', 'reports'] as const) {
    const rows = await db.selectFrom(table).select('id').where('user_id', 'in', members).orderBy('id', 'desc').limit(50).execute()
    found.set(
      table,
      rows.map(({ id }) => id),
    )
  }
  return found
}

/** Where the ids of a field are, by the field's name. */
const tableOf: Readonly<Record<string, string>> = {
  motionId: 'motions',
  documentId: 'documents',
  versionId: 'document_versions',
  documentVersionId: 'document_versions',
  callId: 'calls',
  contributionId: 'contributions',
  paidBackId: 'paid_backs',
  entryId: 'book_entries',
  reversalId: 'entry_reversals',
  outlayId: 'outlays',
  bankAccountId: 'bank_accounts',
  toBankAccountId: 'bank_accounts',
  bankLineId: 'bank_lines',
  bankLineIds: 'bank_lines',
  matchId: 'bank_matches',
  distributionId: 'distributions',
  markId: 'payout_marks',
  offerId: 'offers',
  transferId: 'arc_transfers',
  invitationId: 'circle_invitations',
  detailsId: 'pay_details',
  stepId: 'acquisition_steps',
  settlementId: 'settlements',
  postId: 'posts',
  questionId: 'questions',
  propertyId: 'properties',
  fileKey: 'files',
}

/** Of which table the `{id}` in a path is; everything else is a circle's. */
const idOfPath: readonly (readonly [RegExp, string])[] = [
  [/motion-thread/, 'motions'],
  [/saved-search/, 'saved_searches'],
  [/app\/push/, 'push_subscriptions'],
  [/app\/notice/, 'notices'],
  [/admin\/report/, 'reports'],
  [/admin\/mail/, 'mails'],
  [/(?:PUT|POST) \/api\/(?:app|public)\/property|property\/\{id\}\/|admin\/property/, 'properties'],
  [/user|broker|verification/, 'users'],
]

const isOfPerson = /^(?:user|userId|person|member|relatedMember|receiver|heldBy|payer|assignedTo|users|people|sellers?)$/

/** Real ids of a circle for every field of an operation. */
export const knownIn =
  ({ ids, circleId }: DemoCircle, people: readonly Person[]) =>
  ({ name: operation }: Operation): Known =>
  (name) => {
    if (name === 'circleId' || name === 'circle') return [circleId]
    if (isOfPerson.test(name)) return people.map(({ _id }) => _id)
    if (name === 'year') return ['2025', '2026']
    if (name === 'month') return months
    if (name === 'file') return ['book.journal', 'book.csv', 'book.rules']
    if (name !== 'id') return ids.get(tableOf[name] ?? '') ?? []
    const table = idOfPath.find(([path]) => path.test(operation))?.[1]
    if (table === 'users') return people.map(({ _id }) => _id)
    return table ? (ids.get(table) ?? []) : [circleId]
  }

/** The last months, in which the demo's book is. */
const months = [0, 1, 2, 3].map((ago) => new Date(Date.now() - ago * 30 * 86_400_000).toISOString().slice(0, 7))

/** Operations about what a circle or a person has, without the other address that some of them have. */
export const areAboutThings = ({ path }: Operation): boolean =>
  /\{|saved-search|app\/(?:push|report|needs-you|past-circle|owing)/.test(path) &&
  !/\/public\/|\/auth\/|\/s3\/|admin\/(?!report)/.test(path)
