import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { emptyDatabase, type OwnDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: OwnDatabase
let client: pg.Client

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arcstead-migrations-'))
  const shipped = path.join(projectRoot(), 'server/db/migrations')
  for (const name of await readdir(shipped)) await copyFile(path.join(shipped, name), path.join(folder, name))
  database = await emptyDatabase(inject('postgresUrl'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const readNames = async (): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map((row) => row.name)
}

/** Migrates in a separate process that can be killed. */
const migrateInOwnProcess = () =>
  spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--input-type=module', '--eval'],
      `import { migrate } from '#server/db/migrate.ts'; await migrate(process.env.URL, process.env.FOLDER)`,
    ],
    { cwd: projectRoot(), stdio: 'inherit', env: { ...process.env, URL: database.url, FOLDER: folder } },
  )

test('a process killed during a migration leaves no partial change, and the next start completes it', async () => {
  await migrate(database.url, folder)
  const before = await readNames()
  await writeFile(path.join(folder, '9999_slow.sql'), 'create table first_half (); select pg_sleep(1.5); create table second_half ();')

  const child = migrateInOwnProcess()
  const isAsleep = async () => {
    const { rows } = await client.query(`select 1 from pg_stat_activity where query like '%pg_sleep(1.5)%' and pid <> pg_backend_pid()`)
    return rows.length > 0
  }
  while (!(await isAsleep())) await sleep(20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await readNames()).toEqual(before)

  await migrate(database.url, folder)
  expect(await readNames()).toEqual([...before, '9999_slow.sql'])
  const { rows } = await client.query(`select table_name from information_schema.tables where table_name like '%_half' order by 1`)
  expect(rows).toEqual([{ table_name: 'first_half' }, { table_name: 'second_half' }])
})

test('processes that start at the same time migrate once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, folder)))
  expect(await readNames()).toEqual((await readdir(folder)).sort())
})

test('a migration that was changed after it ran is refused', async () => {
  await migrate(database.url, folder)
  const [first = ''] = await readdir(folder)
  await writeFile(path.join(folder, first), 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow(
    `Migration ${first} was changed after it had run. Add a new migration instead.`,
  )
})

test('a session keeps no lock when migrating has ended, so that a pooler can give it to others', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await migrate(database.url, folder)
  const commands = query.mock.calls.map(([command]) => String(command))
  expect(commands.filter((command) => command.includes('advisory')).length).toBeGreaterThan(1)
  expect(commands.filter((command) => /advisory_lock|try_advisory_(?!xact)/.test(command))).toEqual([])
})

test('says that it waits while another process migrates, and goes on afterwards', async () => {
  await client.query('begin; select pg_advisory_xact_lock(74210551)')
  const said: string[] = []
  const migrating = migrate(database.url, folder, { log: (line) => said.push(line) })
  await vi.waitUntil(() => said.length > 0, { timeout: 30_000 })
  await client.query('commit')
  await migrating
  expect(said).toEqual(['Waiting for another process, which is migrating the database.'])
  expect(await readNames()).toEqual((await readdir(folder)).sort())
})
