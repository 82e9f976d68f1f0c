import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '#server/root.ts'
import { startEmbeddedPostgres } from './embedded/launch.ts'
import { migrate } from './migrate.ts'

// Run by `npm run types`: generates types from a temporary, migrated database.
const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-types-'))
const server = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
try {
  await migrate(server.url, path.join(projectRoot(), 'server/db/migrations'))
  spawnSync(process.execPath, [path.join(projectRoot(), 'scripts/types.mjs'), server.url], { stdio: 'inherit' })
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
