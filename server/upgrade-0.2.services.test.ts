import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Acquisition, StartOptions } from '#contract/acquisition.ts'
import type { Book } from '#contract/book.ts'
import type { Charter } from '#contract/deciding.ts'
import type { MotionList } from '#contract/motions.ts'
import type { Property } from '#contract/properties.ts'
import { restoreBackup } from './commands/restore-backup.ts'
import { projectRoot } from './root.ts'
import { crontab } from './tasks.ts'
import { copyTemplate } from './testing/database.ts'
import { ledgerProblems } from './testing/ledger-problems.ts'
import type { Person } from './testing/seed.ts'
import { startTestAppOn, type TestApp } from './testing/test-app.ts'

/**
 * `npm run backup` of what the API of version 0.2 (commit ab14ff9a) wrote: a circle that gathers, with votes, reasons, a closed property,
 * threads and invitations; a full one with motions of every kind, open, passed, refused and withdrawn; a hidden, a deleted and a followed
 * circle; people who wait to be verified, were declined or are gone. Sessions, mails and queues were left out.
 */
const backup = path.join(projectRoot(), 'server/testing/backup-0.2.tar.gz')

let folder: string
let upgraded: TestApp
let rowsOfBackup: Readonly<Record<string, number>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arcstead-upgrade-0.2-'))
  const database = await copyTemplate(inject('postgresUrl'))
  const restored = await restoreBackup({
    databaseUrl: database.url,
    filesFolder: path.join(folder, 'files'),
    file: backup,
    migrations: path.join(projectRoot(), 'server/db/migrations'),
    force: false,
  })
  rowsOfBackup = restored.rows
  upgraded = await startTestAppOn(database, { RATE_LIMITS: 'off', ARCSTEAD_DATA: folder })
})
afterAll(async () => {
  await upgraded.close()
  await rm(folder, { recursive: true, force: true })
})

/** The person of this first name, signed in. */
async function personOf(firstName: string): Promise<Person> {
  const { id, email } = await upgraded.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('first_name', '=', firstName)
    .executeTakeFirstOrThrow()
  return upgraded.seed.signedInAgain({ _id: id, email, firstName } as Person)
}

const circleOf = async (person: Person): Promise<string> =>
  (await upgraded.db.selectFrom('memberships').select('circle_id').where('user_id', '=', person._id).executeTakeFirstOrThrow()).circle_id

async function get<Data>(person: Person, address: string): Promise<Data> {
  const answer = await upgraded.call(person, 'GET', `app/${address}`)
  expect([address, answer.status]).toEqual([address, 200])
  return answer.data<Data>()
}

/** A queue, in which every circle is announced as changed after a restore, and what was derived from circles in version 0.2. */
const withoutOwnContent = ['circle_changes', 'circle_spots', 'circle_cells', 'circle_moves']

test('no row of version 0.2 is lost, and every rule of the ledger holds', async () => {
  const filled = Object.entries(rowsOfBackup).filter(([table, count]) => count > 0 && !withoutOwnContent.includes(table))
  expect(filled.length).toBeGreaterThan(30)
  for (const [table, count] of filled) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(upgraded.db)
    expect([table, (rows[0]?.count ?? 0) >= count]).toEqual([table, true])
  }
  expect(await ledgerProblems(upgraded.databaseUrl)).toEqual([])
})

test('a gathering circle of 0.2 keeps votes, reasons, threads and invitations, and its members go on', async () => {
  const [olga, mia] = [await personOf('Olga'), await personOf('Mia')]
  const circle = await circleOf(olga)
  const properties = await get<Property[]>(mia, `property/${circle}`)
  const closed = properties.find(({ address }) => address === '7 Closed Way')
  const open = properties.find(({ address }) => address === '418 Alderstone Way')
  expect(closed?.deciding?.isClosed).toBe(true)
  expect(open?.deciding?.votes?.find(({ user }) => user === olga._id)).toMatchObject({ preference: 'invest', reason: 'Good walls' })
  expect((await get<{ items: { text: string }[] }>(mia, `property/${open?._id}/thread`)).items.map(({ text }) => text)).toEqual([
    'Welcome',
    'Thank you',
  ])
  const invitations = await get<{ email: string }[]>(olga, `circle/${circle}/invitation`)
  expect(invitations.map(({ email }) => email).toSorted()).toEqual(['ivy@old.example', 'jon@old.example'])
  for (const part of [
    `circle/${circle}`,
    `circle/${circle}/record`,
    `circle/${circle}/stage`,
    `ledger/${circle}`,
    `circle-membership/${circle}`,
  ])
    await get(mia, part)
  const signedIn = await upgraded.call(null, 'POST', 'auth/login', { email: 'ada@old.example', password: 'Password-of-0.2' })
  expect(signedIn.status).toBe(200)
})

test('a full circle of 0.2 keeps what its motions decided, and buys the property that passed', async () => {
  const [owner, ben, cy] = [await personOf('Member0'), await personOf('Member1'), await personOf('Member2')]
  const circle = await circleOf(owner)
  const { open, closed } = await get<MotionList>(cy, `motion/${circle}`)
  const outcomes = Object.fromEntries([...open, ...closed].map(({ title, standing }) => [title, standing.outcome]))
  expect(outcomes).toMatchObject({
    'Paint the fence': 'passed',
    'Repair the roof': 'passed',
    'Ben keeps the book': 'passed',
    'A reserve': 'passed',
    'New rules': 'passed',
    'Buy a boat': 'did_not_pass',
    'Plant a tree': 'withdrawn',
  })
  const { current } = await get<{ current: Charter }>(cy, `circle/${circle}/charter`)
  expect(current.rules).toMatchObject({ threshold: 55, quorum: 50 })
  for (const person of [owner, ben, cy])
    expect((await upgraded.call(person, 'POST', `app/circle/${circle}/charter/accept`, { version: current.version })).status).toBe(200)
  const { properties } = await get<StartOptions>(owner, `acquisition/${circle}/start-options`)
  expect(properties.map(({ address }) => address)).toEqual([expect.stringContaining('24 Ferry Court')])
  const started = await upgraded.call(owner, 'POST', `app/acquisition/${circle}`, { propertyId: properties[0]?._id })
  expect([started.status, started.data<Acquisition>()]).toEqual([200, expect.objectContaining({ outcome: null })])
  const book = await get<Book>(ben, `book/${circle}`)
  expect(book).toMatchObject({ treasurer: { _id: ben._id }, floorCents: 100_000, emergency: { limitCents: 50_000 }, may: { book: true } })
  expect(await ledgerProblems(upgraded.databaseUrl)).toEqual([])
})

test('every scheduled job runs on the data of 0.2', async () => {
  for (const line of crontab.split('\n')) await upgraded.runTask(line.split(' ')[5] ?? '')
  await upgraded.runJobs()
  expect(await ledgerProblems(upgraded.databaseUrl)).toEqual([])
})
