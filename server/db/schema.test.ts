import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { test } from '#server/testing/test-app.ts'

test('the generated types match the migrated database (update: npm run types)', async ({ testApp }) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    path.join(projectRoot(), 'scripts/types.mjs'),
    '--print',
    testApp.databaseUrl,
  ])
  const committed = await readFile(path.join(projectRoot(), 'server/db/schema.generated.ts'), 'utf8')
  expect(stdout.trim()).toBe(committed.trim())
})

test('only counters of attempts are kept without the write-ahead log', async ({ testApp }) => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relpersistence = 'u' and relnamespace = 'public'::regnamespace`.execute(testApp.db)
  expect(rows.map(({ name }) => name)).toEqual(['rate_counters'])
})
