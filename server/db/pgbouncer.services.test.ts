import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { serve } from '#server/serve.ts'
import { readSettings } from '#server/settings.ts'
import { copyTemplate } from '#server/testing/database.ts'
import { productionEnv } from '#server/testing/test-app.ts'
import { connect } from './connect.ts'

const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'
const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? []
const version = `${major}.${minor}`
/** Before 1.21 PgBouncer knows prepared statements in session mode only. Debian 12 has 1.18, Debian 13 has 1.24. */
const modes = Number(major) > 1 || Number(minor) >= 21 ? (['session', 'transaction'] as const) : (['session'] as const)

/** Fewer connections to the database than the product opens to PgBouncer in transaction mode, so that they are shared. */
const poolSize = { session: 40, transaction: 3 }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function startPgBouncer(mode: (typeof modes)[number], databaseUrl: string): Promise<string> {
  const { hostname, port, username, password } = new URL(databaseUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-pgbouncer-'))
  await chmod(folder, 0o755)
  const listen = await freePort()
  // An empty value in quotes would not be read as one.
  const secret = password && ` password='${decodeURIComponent(password)}'`
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}${secret}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${listen}`, 'unix_socket_dir =', 'auth_type = any'],
    ...[`pool_mode = ${mode}`, `default_pool_size = ${poolSize[mode]}`],
    ...(mode === 'transaction' ? ['max_prepared_statements = 200'] : []),
  ]
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(file, `${lines.join('\n')}\n`)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
    await rm(folder, { recursive: true })
  })
  await vi.waitUntil(() => said.includes('process up'), { timeout: 20_000 })
  const url = new URL(databaseUrl)
  url.port = String(listen)
  return url.href
}

/** The product on a pooled address; what needs a session of its own uses the direct one. */
async function startProduct(pooled: string, direct: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-pooled-'))
  const env = { ...productionEnv, DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, PUBLIC_URL: 'http://127.0.0.1' }
  const options = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ARCSTEAD_DATA: folder, DATABASE_POOL: '8' }
  const running = await serve(readSettings({ ...env, ...options }, projectRoot()), projectRoot(), 'test')
  return { url: running.url, stop: () => running.stop().then(() => rm(folder, { recursive: true, force: true })) }
}

const register = (url: string, name: string) =>
  fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ firstName: name, lastName: 'Pool', email: `${name}@test.example`, tos: true },
      ...{ password: 'Arcstead-test-1', confirmPassword: 'Arcstead-test-1' },
    }),
  })

test.each(modes)(`the product starts, answers and starts again through PgBouncer ${version} in %s mode`, async (mode) => {
  const database = await copyTemplate(inject('postgresUrl'))
  const pooled = await startPgBouncer(mode, database.url)
  const direct = mode === 'session' ? pooled : database.url
  onTestFinished(() => database.drop())
  for (const time of ['first', 'second']) {
    const { url, stop } = await startProduct(pooled, direct)
    const people = await Promise.all(['ada', 'bea', 'cleo', 'dora'].map((name) => register(url, `${name}-${time}`)))
    expect(people.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const lists = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}/api/public/circle?page=1`)))
    expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]))
    await stop()
  }
})

test(`statements end after 15 seconds through PgBouncer ${version} too`, async () => {
  const database = await copyTemplate(inject('postgresUrl'))
  const { db, close } = connect(await startPgBouncer('session', database.url))
  onTestFinished(async () => {
    await close()
    await database.drop()
  })
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  expect(rows).toEqual([{ statement: '15s', idle: '30s' }])
})
