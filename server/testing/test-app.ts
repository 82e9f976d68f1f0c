import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { Logger, runOnce } from 'graphile-worker'
import { test as base, inject } from 'vitest'
import type { Token } from '#contract/accounts.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { buildApp } from '#server/app.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { openMailTransport } from '#server/mail/mail-transport.ts'
import { readPushKeys } from '#server/push/push-keys.ts'
import { projectRoot } from '#server/root.ts'
import type { Services } from '#server/services.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { readSettings } from '#server/settings.ts'
import { noRateLimits, rateLimiter } from '#server/shared/limits/rate-limits.ts'
import { openLiveFeed } from '#server/shared/live/live-feed.ts'
import { dataKeysOf, noDataKeys } from '#server/shared/pay-details/data-keys.ts'
import { openFileStore } from '#server/storage/open-file-store.ts'
import { buildTasks } from '#server/tasks.ts'
import { authHeaders } from './auth-headers.ts'
import { copyTemplate, type OwnDatabase } from './database.ts'
import { requireDocumented } from './documented-answers.ts'
import { type Seed, seedInto } from './seed.ts'

/** A response; `data` returns the body's data as the given type. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly body: {
    status: number
    code?: RefusalCode
    message: string
    error?: string
    fields?: { field: string; message: string }[]
    requestId?: string
  }
  data<Data>(): Data
}

export type Caller = { readonly token: Token } | null

/** The real app on a real, empty database of its own. */
export type TestApp = {
  readonly app: FastifyInstance
  readonly db: Database
  readonly databaseUrl: string
  readonly services: Services
  readonly seed: Seed
  call(caller: Caller, method: Method, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Runs all queued jobs, as the worker would. */
  runJobs(): Promise<void>
  /** Runs a scheduled job once. */
  runTask(name: string): Promise<void>
  close(): Promise<void>
}

/** What is needed to set a scene: also an API in other processes has it. */
export type ApiUnderTest = Pick<TestApp, 'db' | 'seed' | 'call'>

export { authHeaders }

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH'

/** Required production settings, to spread into the environment of a test app. */
export const productionEnv = {
  DATABASE_URL: 'postgres://unused',
  PUBLIC_URL: 'https://arcstead.example',
  JWT_SECRET: 'x'.repeat(40),
  SMTP_URL: 'smtp://127.0.0.1:1',
  TRUST_PROXY: 'off',
} as const

/** Set `DATA_KEY` to an empty text for a server without a key. */
export const testDataKey = Buffer.alloc(32, 7)

const silent = new Logger(() => () => {})

export async function startTestApp(env: Readonly<Record<string, string>> = {}, postgresUrl = inject('postgresUrl')): Promise<TestApp> {
  return startTestAppOn(await copyTemplate(postgresUrl), env)
}

/** The real app on a database that already has its tables; `close` drops it. */
export async function startTestAppOn(database: OwnDatabase, env: Readonly<Record<string, string>>): Promise<TestApp> {
  // As patient as the pool of jobs: many parallel requests on a busy machine wait for each other.
  const { db, pool, close } = connect(database.url, { patience: 30_000 })
  const data = path.join(tmpdir(), `arcstead-test-${randomUUID()}`) // created by the first write
  const settings = readSettings({ LOG_LEVEL: 'silent', ARCSTEAD_DATA: data, ...env }, projectRoot())
  const limiter = env.RATE_LIMITS === 'off' ? noRateLimits : rateLimiter
  const keys = deriveKeys('a secret that only the tests know, long enough')
  const mailTransport = openMailTransport(settings)
  const pushKeys = await readPushKeys(db, settings.vapidKeys)
  const dataKeys = env.DATA_KEY === '' ? noDataKeys : dataKeysOf(settings.dataKey ?? testDataKey, settings.dataKeyOld)
  const files = await openFileStore(settings, keys)
  const live = await openLiveFeed(database.url)
  const phase = { current: 'ready' as const }
  const root = projectRoot()
  const services: Services = { db, keys, limiter, live, mailTransport, pushKeys, dataKeys, files, settings, phase, root, version: 'test' }
  const app = await buildApp(services)
  return {
    app,
    db,
    databaseUrl: database.url,
    services,
    seed: seedInto(db, { keys, accessTokenSeconds: settings.accessTokenSeconds }),
    call: (caller, method, path, body, headers) => call(app, caller, method, path, body, headers),
    runJobs: () => runOnce({ pgPool: pool, taskList: buildTasks(services), logger: silent, noHandleSignals: true }),
    runTask: async (name) => {
      const task = buildTasks(services)[name]
      if (!task) throw new Error(`There is no job "${name}"`)
      await task({}, undefined as never)
    },
    close: async () => {
      await app.close()
      mailTransport.close()
      await live.close()
      await close()
      await database.drop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function call(
  app: FastifyInstance,
  caller: Caller,
  method: Method,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const url = path.startsWith('/') ? path : `/api/${path}`
  const reply = await app.inject({
    method,
    url,
    headers: { ...(caller ? authHeaders(caller.token) : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
    payloadAsStream: true,
  })
  const type = String(reply.headers['content-type'] ?? '')
  // An event stream does not end.
  const content = type.startsWith('text/event-stream') ? '' : (await buffer(reply.stream())).toString()
  reply.stream().destroy()
  requireDocumented(app, method, url, reply.statusCode)
  const json = type.includes('json') ? JSON.parse(content) : {}
  return { status: reply.statusCode, headers: reply.headers, text: content, body: json, data: () => json.data }
}

/** `test` with a test app shared by the tests of one file, in this environment. */
export const testWith = (env: Readonly<Record<string, string>>) =>
  base.extend<{ testApp: TestApp }>({
    testApp: [
      async ({}, use) => {
        const testApp = await startTestApp(env)
        await use(testApp)
        await testApp.close()
      },
      { scope: 'file' },
    ],
  })

export const test = testWith({})
