import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPassword } from './cluster.ts'
import { databaseUrl } from './database.ts'
import { EmbeddedPostgresError } from './failure.ts'
import { currentHome } from './home.ts'
import { startEmbeddedPostgres } from './launch.ts'

/** The database of this folder for a command: the running server, or an own one that `stop` stops. */
export async function joinOrStartPostgres(folder: string): Promise<{ url: string; isRunning: boolean; stop(): Promise<void> }> {
  try {
    const { url, stop } = await startEmbeddedPostgres({ folder })
    return { url, isRunning: false, stop }
  } catch (error) {
    // Whatever prevented the start, a server that already runs here is enough for the command.
    const url = error instanceof EmbeddedPostgresError ? await addressOfRunning(folder) : undefined
    if (url === undefined) throw error
    return { url, isRunning: true, stop: async () => {} }
  }
}

/** postmaster.pid contains the port (fourth line) and whether the server accepts connections (eighth). */
async function addressOfRunning(folder: string): Promise<string | undefined> {
  const data = join(await currentHome(folder), 'data')
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[7]?.trim() === 'ready' ? databaseUrl(Number(lines[3]), await readPassword(data)) : undefined
}
