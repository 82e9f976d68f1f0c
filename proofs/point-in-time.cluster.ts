import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { projectRoot } from '#server/root.ts'
import type { Person } from '#server/testing/seed.ts'
import { requireEnv, startCluster } from './cluster.ts'
import { type Buyers, startBuyers } from './concurrent-buyers.ts'

let cluster: Awaited<ReturnType<typeof startCluster>>
let owner: Person
const people: Person[] = []
const undo: (() => unknown)[] = []

beforeAll(async () => {
  cluster = await startCluster()
  owner = await cluster.seed.investor()
  for (let count = 0; count < 40; count++) people.push(await cluster.seed.investor())
})
afterAll(async () => {
  await cluster.close()
  for (const step of undo.reverse()) await step()
})

/** Runs a program of PostgreSQL as the user of its data. */
function runPostgres(name: string, args: readonly string[]): void {
  const { uid, gid } = statSync(requireEnv('PRIMARY'))
  const program = path.join(path.dirname(requireEnv('PG_CTL')), name)
  const { status, stderr } = spawnSync(program, args, { uid, gid, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
}

function folderOfPostgres(): string {
  const { uid, gid } = statSync(requireEnv('PRIMARY'))
  const folder = mkdtempSync(path.join(path.dirname(requireEnv('WAL')), 'base-'))
  chownSync(folder, uid, gid)
  return path.join(folder, 'data')
}

/** Restores the base backup, replays the archive up to the moment, and opens the database for writing. */
function restoreTo(data: string, moment: string): string {
  const port = requireEnv('RESTORED_PORT')
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    // Recovery refuses less than the primary had.
    max_connections: '200',
    unix_socket_directories: path.dirname(data),
    restore_command: `cp ${requireEnv('WAL')}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    archive_mode: 'off',
    synchronous_standby_names: '',
  }
  appendFileSync(
    path.join(data, 'postgresql.auto.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  writeFileSync(path.join(data, 'recovery.signal'), '')
  runPostgres('pg_ctl', ['-D', data, '-w', '-t', '120', '-l', path.join(path.dirname(data), 'log'), 'start'])
  undo.push(() => runPostgres('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']))
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** Figures and a fingerprint of everything that was bought. */
async function bought(db: Database) {
  const { rows } = await sql<{ rows: number; dollars: string; print: string }>`
    select count(*)::int as rows, coalesce(sum(amount), 0)::text as dollars, md5(string_agg(ledger::text, ',' order by id)) as print
    from ledger`.execute(db)
  return rows[0]
}

async function untilBought(buyers: Buyers, count: number): Promise<void> {
  while (buyers.bought() < count) await sleep(20)
}

test('a base backup and the archived log restore the database to a chosen moment: all that was bought by then, and nothing after', async () => {
  const before = startBuyers({ ...cluster, owner, people, urlOf: () => cluster.url })
  await untilBought(before, 50)
  const data = folderOfPostgres()
  runPostgres('pg_basebackup', ['-D', data, '-X', 'none', '-c', 'fast', '--no-manifest', '-d', cluster.databaseUrl])
  await untilBought(before, before.bought() + 100)
  await before.stop()
  const atMoment = await bought(cluster.db)
  await sleep(100)
  const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(cluster.db)
  const moment = rows[0]?.moment ?? ''
  await sleep(100)

  const after = startBuyers({ ...cluster, owner, people, urlOf: () => cluster.url })
  await untilBought(after, 100)
  await after.stop()
  const atEnd = await bought(cluster.db)
  const { rows: last } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(cluster.db)
  while (!existsSync(path.join(requireEnv('WAL'), last[0]?.file ?? ''))) await sleep(100)

  const began = performance.now()
  const databaseUrl = restoreTo(data, moment)
  const { db, close } = connect(databaseUrl, { max: 2 })
  undo.push(close)
  for (let isOpen = false; !isOpen; await sleep(100)) {
    const { rows } = await sql<{ is_open: boolean }>`select not pg_is_in_recovery() as is_open`.execute(db)
    isOpen = rows[0]?.is_open ?? false
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const restored = await bought(db)
  expect(restored).toEqual(atMoment)
  expect(atEnd?.rows).toBeGreaterThan((atMoment?.rows ?? 0) + 99)

  const checked = spawnSync(process.execPath, [path.join(projectRoot(), 'dist/server/verify-ledger.js')], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: cluster.url,
      JWT_SECRET: 'x'.repeat(40),
      SMTP_URL: 'smtp://127.0.0.1:9',
      TRUST_PROXY: 'off',
    },
  })
  expect([checked.status, checked.stderr]).toEqual([0, ''])

  // The product goes on from there.
  const url = await cluster.startApiOn(databaseUrl)
  const again = startBuyers({ db, databaseUrl, owner, people, urlOf: () => url })
  await untilBought(again, 20)
  await again.stop()
  await again.checkLedger()
  const files = readdirSync(requireEnv('WAL')).length
  console.log(
    `${atEnd?.rows} rows of the ledger at the end; restored to ${moment} in ${seconds} s from ${files} archived files: ${restored?.rows} rows, ` +
      `as at that moment; ${checked.stdout.trim().split('\n').at(-1)}`,
  )
})
