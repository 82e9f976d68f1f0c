import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { openDatabase } from './database.ts'
import { EmbeddedPostgresError } from './failure.ts'
import { currentHome, reachableHome } from './home.ts'
import { claimFolder } from './lock.ts'
import { launchPostmaster, type Postmaster, stopOrphan } from './postmaster.ts'
import { chooseServerUser, type ServerUser } from './server-user.ts'

export type EmbeddedPostgres = { readonly url: string; readonly port: number; readonly pid: number; stop(): Promise<void> }

type Options = { readonly folder: string; readonly log?: (line: string) => void; readonly settings?: Record<string, string> }

/**
 * Starts the PostgreSQL server whose data live in `folder`, creating them the first time.
 *
 * The folder belongs to one living process at a time. A server left behind by a killed one is stopped first.
 */
export async function startEmbeddedPostgres({ folder, log = () => undefined, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const claims: (() => Promise<void>)[] = []
  const release = async () => {
    for (const give of claims.splice(0).reverse()) await give()
  }
  try {
    await mkdir(folder, { recursive: true })
    const own = await realpath(folder)
    claims.push(await claimFolder(own))
    const before = await currentHome(own)
    if (before !== own) claims.push(await claimFolder(before))
    const user = await chooseServerUser(join(before, 'data'))
    await stopOrphan(before, log)
    const home = await reachableHome(own, before, user, log)
    if (home !== before) claims.push(await claimFolder(home))
    const binaries = await findBinaries(home, user)
    const password = await ensureCluster(home, binaries, user, settings.fsync !== 'off')
    const { server, url } = await serve({ home, binaries, user }, password, settings)
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= server.stop().finally(release))
    return { url, port: server.port, pid: server.pid, stop }
  } catch (error) {
    await release()
    throw error
  }
}

/** Another program may take the port between our choice and the server's, so a failed start is tried again. */
async function serve(
  place: { home: string; binaries: Binaries; user: ServerUser },
  password: string,
  settings: Record<string, string>,
): Promise<{ server: Postmaster; url: string }> {
  for (let attempt = 1; ; attempt++) {
    const server = await launchPostmaster(place, settings)
    try {
      return { server, url: await openDatabase(server, password) }
    } catch (error) {
      const endedByItself = server.ended() !== undefined
      await server.stop()
      if (!(error instanceof EmbeddedPostgresError) || !endedByItself || attempt === 3) throw error
      await new Promise((resolve) => setTimeout(resolve, 300 * attempt))
    }
  }
}
