import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Charter } from '#contract/deciding.ts'
import type { StageLine } from '#contract/motions.ts'
import type { Property } from '#contract/properties.ts'
import { type DemoRole, demoLogins, demoPassword, emailOf } from '#demo/logins.ts'
import { charterClauses } from '#domain/charter.ts'
import { proveLedger } from './commands/prove-ledger.ts'
import { restoreBackup } from './commands/restore-backup.ts'
import { projectRoot } from './root.ts'
import { crontab } from './tasks.ts'
import { copyTemplate } from './testing/database.ts'
import { type Answer, type Caller, startTestAppOn, type TestApp } from './testing/test-app.ts'

/**
 * `npm run backup` of version 0.1 (commit d5b617d) with its demo data, and what people did there: Maya sent an invite link for her circle,
 * Robin registered, an administrator invited Dana. The towns, which every start loads, were left out to keep it small.
 */
const backup = path.join(projectRoot(), 'server/testing/backup-0.1.tar.gz')
const inviteOfMaya = {
  circleId: '01a12b19-5b14-75e8-a242-dea43bce4f55',
  token: '5zb5BTV4SFug4Wr-6irI-T5BT4EjgDvFosAdwcM7jOY',
}

let folder: string
let upgraded: TestApp
let rowsOfBackup: Readonly<Record<string, number>>
const people = {} as Record<DemoRole | 'visitor', Caller>

async function signIn(email: string, password: string): Promise<Caller> {
  const answer = await upgraded.call(null, 'POST', 'auth/login', { email, password })
  expect([email, answer.status]).toEqual([email, 200])
  return answer.data<NonNullable<Caller>>()
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arcstead-upgrade-'))
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
  people.visitor = null
  for (const { role } of demoLogins) people[role] = await signIn(emailOf(role), demoPassword)
})
afterAll(async () => {
  await upgraded.close()
  await rm(folder, { recursive: true, force: true })
})

/** With the password, which the export asks for. */
const read = (caller: Caller, address: string): Promise<Answer> =>
  upgraded.call(caller, 'GET', address, undefined, { 'x-current-password': demoPassword })

async function ledgerProblems(): Promise<unknown> {
  const client = new pg.Client({ connectionString: upgraded.databaseUrl })
  await client.connect()
  return proveLedger(client)
    .then(({ disagreements }) => disagreements)
    .finally(() => client.end())
}

const idKinds = ['circles', 'properties', 'users'] as const

async function newestId(table: (typeof idKinds)[number]): Promise<string> {
  return (await upgraded.db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
}

/** A queue, in which every circle is announced as changed after a restore, and what searches derived from circles in version 0.1. */
const withoutOwnContent = ['circle_changes', 'circle_spots', 'circle_cells', 'circle_moves']

test('no row of version 0.1 is lost', async () => {
  for (const [table, count] of Object.entries(rowsOfBackup)) {
    if (withoutOwnContent.includes(table)) continue
    const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(table)}`.execute(upgraded.db)
    expect([table, (rows[0]?.count ?? 0) >= count]).toEqual([table, true])
  }
  expect(await ledgerProblems()).toEqual([])
})

test('every read of the API answers, for every role and every kind of id', async () => {
  const { paths } = upgraded.app.swagger() as { paths: Record<string, Record<string, unknown>> }
  // The first two change the session that they are called with, the others want a circle or a mail's token.
  const others = ['auth/logout', 'auth/refresh', 'app/circle-membership-owner', 'public/circle-membership-owner', 'public/unsubscribe']
  const reads = Object.keys(paths).filter((address) => paths[address]?.get && !others.includes(address.replace('/api/', '')))
  expect(reads.length).toBeGreaterThan(50)
  const ids = await Promise.all(idKinds.map(newestId))

  const failed: string[] = []
  const withoutAnswer: string[] = []
  for (const address of reads) {
    const hasId = address.includes('{')
    const statuses: number[] = []
    // At most one call per role at a time, so that a slow machine sheds no load.
    for (const id of hasId ? ids : [''])
      await Promise.all(
        Object.entries(people).map(async ([role, caller]) => {
          const { status } = await read(caller, address.replaceAll(/\{\w+\}/g, id))
          if (status >= 500) failed.push(`${status} ${role} ${address} ${id}`)
          statuses.push(status)
        }),
      )
    if (!hasId && !statuses.includes(200)) withoutAnswer.push(address)
  }
  expect(failed).toEqual([])
  expect(withoutAnswer).toEqual([])
})

test('every circle is in the stage that its arcs say, and has the present charter, which its members were told of', async () => {
  const { rows } = await sql<{ id: string; is_full: boolean; stage: string | null }>`
    select id, exists (select from arcs where circle_id = circles.id)
        and not exists (select from arcs where circle_id = circles.id and membership_id is null) as is_full,
      (select stage from stage_history where circle_id = circles.id order by id desc limit 1) as stage
    from circles where deleted_at is null`.execute(upgraded.db)
  expect(new Set(rows.map(({ is_full }) => is_full))).toEqual(new Set([true, false]))
  for (const { id, is_full, stage } of rows) {
    expect([id, stage]).toEqual([id, is_full ? 'deciding' : 'gathering'])
    const shown = (await read(people.admin, `app/circle/${id}/stage`)).data<StageLine>()
    expect([id, shown.stage, shown.began.at(-1)?.stage]).toEqual([id, stage, stage])

    const { current, versions } = (await read(people.admin, `app/circle/${id}/charter`)).data<{ current: Charter; versions: Charter[] }>()
    expect([id, current.clauses]).toEqual([id, charterClauses(current.rules)])
    // Nobody had accepted or changed the rules of such a circle, so it has no versions yet.
    if (current.at === null) continue
    const [, before] = versions
    expect([id, before?.version]).toEqual([id, current.version - 1])
    expect(before?.clauses).not.toEqual(current.clauses)
  }
  const { rows: untold } = await sql`
    select circle_id, user_id from memberships m join circles on circles.id = circle_id
    where circles.deleted_at is null and m.ended_at is null and exists (select from charters where charters.circle_id = m.circle_id)
      and not exists (select from notices where kind = 'rules_changed' and notices.circle_id = m.circle_id and notices.user_id = m.user_id)
  `.execute(upgraded.db)
  expect(untold).toEqual([])
})

test('an investor of 0.1 reads their circles and pictures, joins another circle and votes', async () => {
  const { investor } = people
  const circles = (await read(investor, 'app/circle')).data<Circle[]>()
  const own = await upgraded.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('users.email', '=', emailOf('investor'))
    .where('memberships.ended_at', 'is', null)
    .select('circle_id')
    .execute()
  expect(own.length).toBeGreaterThan(3)
  const properties: Property[] = []
  for (const { circle_id: id } of own) {
    for (const part of [`circle/${id}`, `circle-membership/${id}`, `ledger/${id}`, `circle/${id}/record`, `motion/${id}`])
      expect([part, (await read(investor, `app/${part}`)).status]).toEqual([part, 200])
    properties.push(...(await read(investor, `app/property/${id}`)).data<Property[]>())
  }

  const pictured = properties.find(({ listingImg }) => listingImg.imageUri)
  const link = await read(investor, `app/s3/get-signed-url/${encodeURIComponent(pictured?.listingImg.imageUri ?? '')}`)
  const { pathname, search } = new URL(link.data<{ signedUrl: string }>().signedUrl, 'http://localhost')
  expect((await read(investor, pathname + search)).status).toBe(200)

  const joined = circles.find(({ _id, sharesAvailable }) => sharesAvailable > 0 && !own.some(({ circle_id }) => circle_id === _id))
  const investmentAmount = joined?.openArcPrices[0]
  const bought = await upgraded.call(investor, 'POST', `app/circle-membership/${joined?._id}`, { investmentAmount })
  expect([bought.status, bought.data<{ investmentAmount: number }>()]).toEqual([200, expect.objectContaining({ investmentAmount })])

  const open = properties.find(({ deciding }) => deciding?.closesAt === null)
  for (const preference of ['invest', 'watchList']) {
    const voted = await upgraded.call(investor, 'PUT', `app/property-preference/${open?._id}`, { preference })
    expect([voted.status, voted.data<{ preference: string }>().preference]).toEqual([200, preference])
  }
  expect(await ledgerProblems()).toEqual([])
})

test('who registered in 0.1 signs in with the password of then, and a link of then still opens its circle', async () => {
  const robin = await signIn('robin.vale@example.com', 'Robin-of-0.1')
  expect((await read(robin, 'auth/whoami')).data()).toMatchObject({ user: { firstName: 'Robin' } })
  const { circleId, token } = inviteOfMaya
  const inviter = await read(null, `public/circle/${circleId}/inviter?invite=${token}`)
  expect([inviter.status, inviter.text]).toEqual([200, expect.stringContaining('Maya')])
})

test('every scheduled job runs on the data of 0.1', async () => {
  for (const line of crontab.split('\n')) await upgraded.runTask(line.split(' ')[5] ?? '')
  await upgraded.runJobs()
  expect(await ledgerProblems()).toEqual([])
})
