import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { copyTemplate } from '#server/testing/database.ts'
import { productionEnv } from '#server/testing/test-app.ts'
import { bundleServer } from '#server/testing/test-cluster.ts'

let bundled = ''
let folder = ''
beforeAll(async () => {
  bundled = await bundleServer()
})
afterAll(() => rm(bundled, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arcstead-main-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Started = { readonly child: ChildProcess; said(): string; says(words: string): Promise<void>; ended(): Promise<unknown> }

/** The server as a process of its own, in production. */
function start(env: Readonly<Record<string, string>>, flags: readonly string[] = []): Started {
  const child = spawn(process.execPath, [...flags, path.join(bundled, 'main.js')], {
    cwd: projectRoot(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...productionEnv,
      ...{ HOST: '127.0.0.1', PORT: '0', MAP_TILE_URL: 'off', ARCSTEAD_DATA: folder },
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const wanted = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const check of wanted) check()
    })
  const ended = once(child, 'close').then(([code]: unknown[]) => code)
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => said.includes(words) && resolve()
      wanted.add(check)
      check()
      void ended.then(() => reject(new Error(`It ended without saying "${words}": ${said}`)))
    })
  return { child, said: () => said, says, ended: () => ended }
}

const linesOf = (text: string) => text.trim().split('\n')

test('in production every line of the log is JSON, from starting to stopping', async () => {
  const database = await copyTemplate(inject('postgresUrl'))
  onTestFinished(() => database.drop())
  const warning = 'data:text/javascript,process.on("SIGUSR2", () => process.emitWarning("an old call"))'
  const server = start({ DATABASE_URL: database.url }, ['--import', warning])
  await server.says('Arcstead is ready at http://127.0.0.1')
  server.child.kill('SIGUSR2')
  await server.says('an old call')
  server.child.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
  const messages = linesOf(server.said()).map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(messages).toContain('Demo accounts and /dev/mailbox are off: DATABASE_URL is set.')
})

test('a database that cannot be reached at start is one sentence', async () => {
  const server = start({ DATABASE_URL: 'postgres://robin:hunter2@127.0.0.1:1/arcstead' })
  expect(await server.ended()).toBe(1)
  const lines = linesOf(server.said())
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    msg: 'Arcstead cannot start: The database cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Check DATABASE_URL.',
  })
})

test('a missing setting is one sentence', async () => {
  const server = start({ JWT_SECRET: '' })
  expect(await server.ended()).toBe(1)
  expect(linesOf(server.said()).map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    expect.stringMatching(/^Arcstead cannot start: JWT_SECRET is missing/),
  ])
})

test('SIGTERM ends a start that waits for another process to migrate', async () => {
  const database = await copyTemplate(inject('postgresUrl'))
  const client = new pg.Client(database.url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  await client.query('begin; select pg_advisory_xact_lock(74210551)')
  const server = start({ DATABASE_URL: database.url })
  await server.says('Waiting for another process, which is migrating the database.')
  server.child.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
})
