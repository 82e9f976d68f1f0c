import path from 'node:path'
import type pg from 'pg'
import { connect, type Database } from '#server/db/connect.ts'
import { joinOrStartPostgres } from '#server/db/embedded/running.ts'
import { migrate } from '#server/db/migrate.ts'
import { prepareJobs } from '#server/jobs/worker.ts'
import type { Settings } from '#server/settings.ts'

/** Runs a command on the configured or the embedded database, whether or not the product is running. */
export async function withDatabase<Result>(
  settings: Settings,
  root: string,
  act: (services: { readonly db: Database; readonly pool: pg.Pool; readonly url: string }) => Promise<Result>,
): Promise<Result> {
  const { url, stop } = settings.directUrl
    ? { url: settings.directUrl, stop: async () => {} }
    : await joinOrStartPostgres(path.join(settings.dataFolder, 'postgres'))
  try {
    await migrate(url, path.join(root, 'server/db/migrations'), { log: console.error })
    const { db, pool, close } = connect(url)
    try {
      await prepareJobs(pool)
      return await act({ db, pool, url })
    } finally {
      await close()
    }
  } finally {
    await stop()
  }
}
