import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries, installedPrograms } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { openDatabase } from './database.ts'
import { EmbeddedPostgresError } from './failure.ts'
import { currentHome, reachableHome } from './home.ts'
import { claimFolder } from './lock.ts'
import { lastLogLine, launchPostmaster, type Place, type Postmaster } from './postmaster.ts'
import { chooseServerUser } from './server-user.ts'
import { stopOrphan } from './shutdown.ts'

export type EmbeddedPostgres = { readonly url: string; readonly port: number; readonly pid: number; stop(): Promise<void> }

type Options = {
  readonly folder: string
  readonly log?: (line: string) => void
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts the PostgreSQL server with its data in `folder`, creating them the first time. The folder belongs to one process at a time; a
 * server orphaned by a killed process is stopped first. Fails with an `EmbeddedPostgresError` whose message is one line.
 */
export async function startEmbeddedPostgres({ folder, log = () => undefined, settings = {} }: Options): Promise<EmbeddedPostgres> {
  installedPrograms() // fails before anything is changed if they are missing
  const claims: (() => Promise<void>)[] = []
  const releaseAll = async () => {
    for (const release of claims.splice(0)) await release()
  }
  try {
    const own = await makeFolder(folder)
    claims.push(await claimFolder(own))
    const before = await currentHome(own)
    if (before !== own) claims.push(await claimFolder(before))

    const data = join(before, 'data')
    const user = await chooseServerUser(data)
    await stopOrphan(data, log)
    const home = await reachableHome(own, before, user, log)
    if (home !== before) claims.push(await claimFolder(home))

    const binaries = await findBinaries(home, user)
    const place = { home, binaries, user }
    const password = await ensureCluster(place, settings.fsync !== 'off')
    const { server, url } = await serve(place, password, settings, log)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= server.stop().finally(releaseAll)
      return stopped
    }
    return { url, port: server.port, pid: server.pid, stop }
  } catch (error) {
    await releaseAll()
    throw error
  }
}

async function makeFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    return await realpath(folder)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The database folder cannot be made (${(error as Error).message}). Choose another folder with ARCSTEAD_DATA.`,
    )
  }
}

/**
 * Retries if the server exits at once: another program may have taken the port in the meantime, or sessions of a killed server have not
 * ended yet.
 */
async function serve(
  place: Place,
  password: string,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<{ server: Postmaster; url: string }> {
  for (let attempt = 1; ; attempt++) {
    const server = await launchPostmaster(place, settings, log)
    try {
      return { server, url: await openDatabase(server, password) }
    } catch (error) {
      const ended = server.ended()
      await server.stop()
      if (ended === undefined) throw error
      if (attempt === 3) throw new EmbeddedPostgresError(`PostgreSQL ${ended}: ${await lastLogLine(place)}`)
      await new Promise((resolve) => setTimeout(resolve, 400 * attempt))
    }
  }
}
