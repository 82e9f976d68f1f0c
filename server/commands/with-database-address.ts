import path from 'node:path'
import { joinOrStartPostgres } from '#server/db/embedded/running.ts'
import type { Settings } from '#server/settings.ts'

/** For commands that need the database as it is, without migrating. Works whether or not the product is running. */
export async function withDatabaseAddress<Result>(
  settings: Pick<Settings, 'directUrl' | 'dataFolder'>,
  act: (url: string, isRunning: boolean) => Promise<Result>,
): Promise<Result> {
  if (settings.directUrl) return act(settings.directUrl, true)
  const { url, isRunning, stop } = await joinOrStartPostgres(path.join(settings.dataFolder, 'postgres'))
  try {
    return await act(url, isRunning)
  } finally {
    await stop()
  }
}
