import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { migrate } from '#server/db/migrate.ts'
import { prepareJobs } from '#server/jobs/worker.ts'
import { projectRoot } from '#server/root.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const templateName = 'arcstead_template'

const withDatabase = (url: string, name: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

let cleanUp = async (): Promise<void> => {}

/** One PostgreSQL for the whole run, with one migrated template database that every test file copies. */
export async function setup(project: TestProject): Promise<void> {
  const outside = process.env.ARCSTEAD_TEST_DATABASE_URL
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-test-'))
  const server = outside ? null : await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '200' } })
  const url = outside ?? server?.url ?? ''
  await makeTemplate(url)
  project.provide('postgresUrl', url)
  cleanUp = async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const teardown = (): Promise<void> => cleanUp()

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop database if exists ${templateName}`)
  await client.query(`create database ${templateName}`)
  await client.end()
  const templateUrl = withDatabase(url, templateName)
  await migrate(templateUrl, path.join(projectRoot(), 'server/db/migrations'))
  const pool = new pg.Pool({ connectionString: templateUrl })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await prepareJobs(pool)
  await pool.end()
}
