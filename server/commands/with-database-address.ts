import path from 'node:path'
import { joinOrStartPostgres } from '#server/db/embedded/running.ts'
import type { Settings } from '#server/settings.ts'

/** For commands that must find the database as it is: nothing is migrated. Works beside the running product, and without it. */
export async function withDatabaseAddress<Result>(
  settings: Pick<Settings, 'databaseUrl' | 'dataFolder'>,
  act: (url: string, isRunning: boolean) => Promise<Result>,
): Promise<Result> {
  if (settings.databaseUrl) return act(settings.databaseUrl, true)
  const { url, isRunning, stop } = await joinOrStartPostgres(path.join(settings.dataFolder, 'postgres'))
  try {
    return await act(url, isRunning)
  } finally {
    await stop()
  }
}
