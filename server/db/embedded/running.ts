import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { passwordOf } from './cluster.ts'
import { addressOf } from './database.ts'
import { EmbeddedPostgresError } from './failure.ts'
import { currentHome } from './home.ts'
import { startEmbeddedPostgres } from './launch.ts'

/**
 * The database of this folder, for a command that may run beside the product: the server that the product has running,
 * or one of the command's own, which `stop` ends.
 */
export async function joinOrStartPostgres(folder: string): Promise<{ url: string; isRunning: boolean; stop(): Promise<void> }> {
  try {
    const { url, stop } = await startEmbeddedPostgres({ folder })
    return { url, isRunning: false, stop }
  } catch (error) {
    // Whatever keeps us from starting one, a server that answers here is what the command needs.
    const url = error instanceof EmbeddedPostgresError ? await addressOfRunning(folder) : undefined
    if (url === undefined) throw error
    return { url, isRunning: true, stop: async () => {} }
  }
}

/** PostgreSQL's own note of where it listens (fourth line) and whether it takes connections (eighth). */
async function addressOfRunning(folder: string): Promise<string | undefined> {
  const data = join(await currentHome(folder), 'data')
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[7]?.trim() === 'ready' ? addressOf(Number(lines[3]), await passwordOf(data)) : undefined
}
