import type { FastifyInstance } from 'fastify'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { CirclePage } from '#contract/search.ts'
import { buildApp } from '#server/app.ts'
import type { Database } from '#server/db/connect.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test as base, type TestApp } from '#server/testing/test-app.ts'

/** A database that seems to be another server, once `server.restarts` has grown: servers are told apart by when they started. */
function withRestarts(db: Database, server: { restarts: number }): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => (typeof row.server === 'number' ? { ...row, server: row.server + server.restarts } : row)),
    }),
  }
  return db.withPlugin(plugin)
}

type Process = { readonly app: FastifyInstance; readonly server: { restarts: number } }

const test = base.extend<{ api: Process }>({
  api: [
    async ({ testApp }, use) => {
      const server = { restarts: 0 }
      const app = await buildApp({ ...testApp.services, db: withRestarts(testApp.db, server) })
      await use({ app, server })
      await app.close()
    },
    { scope: 'file' },
  ],
})

async function get<Data>(app: FastifyInstance, path: string): Promise<Data> {
  const answer = await app.inject({ method: 'GET', url: `/api/${path}` })
  expect(answer.statusCode).toBe(200)
  return (JSON.parse(answer.body) as { data: Data }).data
}

const titleIn = {
  'one circle': async (app: FastifyInstance, id: string) => (await get<Circle>(app, `public/circle/${id}`)).title,
  'a page': async (app: FastifyInstance, id: string) =>
    (await get<CirclePage>(app, 'public/circle?pageSize=100')).items.find((circle) => circle._id === id)?.title,
  'the public list': async (app: FastifyInstance, id: string) =>
    (await get<Circle[]>(app, 'public/circle')).find((circle) => circle._id === id)?.title,
}

const titleBefore = circleForm().title

async function makeCircle({ call, seed }: TestApp): Promise<string> {
  return (await call(await seed.investor(), 'POST', 'app/circle', circleForm())).data<Circle>()._id
}

/** As if the database had become another one: its content differs, and no change says so. */
async function renameUnrecorded(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`alter table circles disable trigger circles_changed`.execute(tx)
    await sql`update circles set title = 'After' where id = ${id}`.execute(tx)
    await sql`alter table circles enable trigger circles_changed`.execute(tx)
  })
}

describe('what a process keeps of circles is dropped', () => {
  for (const kept of ['one circle', 'a page'] as const) {
    test(`when its LISTEN connection is lost: ${kept}`, async ({ testApp, api: { app } }) => {
      const id = await makeCircle(testApp)
      const title = () => titleIn[kept](app, id)
      // Before this call the process may not have received that the circle was created, and would drop it because of that.
      await title()
      expect(await title()).toBe(titleBefore)
      await renameUnrecorded(testApp.db, id)
      expect(await title()).toBe(titleBefore)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'arcstead-live' and datname = current_database()`.execute(testApp.db)
      await vi.waitFor(async () => expect(await title()).toBe('After'), { timeout: 30_000 })
      await vi.waitFor(() => expect(testApp.services.live.isOpen()).toBe(true), { timeout: 30_000 })
    })
  }

  for (const kept of ['one circle', 'a page', 'the public list'] as const) {
    test(`when the database server is another one: ${kept}`, async ({ testApp, api: { app, server } }) => {
      const id = await makeCircle(testApp)
      const title = () => titleIn[kept](app, id)
      // Before this call the process may not have received that the circle was created, and would drop it because of that.
      await title()
      expect(await title()).toBe(titleBefore)
      await renameUnrecorded(testApp.db, id)
      expect(await title()).toBe(titleBefore)
      server.restarts += 1
      // The public list asks once in a second.
      await vi.waitFor(async () => expect(await title()).toBe('After'), { timeout: 30_000 })
    })
  }
})
