import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.ts'
import { EmbeddedPostgresError } from './failure.ts'
import type { Place } from './postmaster.ts'

const workPrefix = 'initdb-'
const passwordFile = 'arcstead.password'

// The built-in provider sorts by code point, the same on every system. LC_CTYPE is only for pg_trgm, which still asks the C library about
// letters; the name of the UTF-8 locale differs per system.
const ctypes: Partial<Record<NodeJS.Platform, readonly string[]>> = { linux: ['C.UTF-8', 'en_US.UTF-8', 'C'], darwin: ['UTF-8', 'C'] }

/** Returns the cluster's password; creates the cluster if there is none. */
export async function ensureCluster(place: Place, durable: boolean): Promise<string> {
  const data = join(place.home, 'data')
  await sweepInterrupted(place.home)
  const major = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (major !== '' && major !== place.binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${data} was written by PostgreSQL ${major}, but this is PostgreSQL ${place.binaries.major}. Dump it with the former and restore it here, or choose another folder with ARCSTEAD_DATA.`,
    )
  }
  if (major === '') await createCluster(place, durable)
  return readPassword(data)
}

export async function readPassword(data: string): Promise<string> {
  try {
    return (await readFile(join(data, passwordFile), 'utf8')).trim()
  } catch (error) {
    throw new EmbeddedPostgresError(`The database's password cannot be read (${(error as Error).message}).`)
  }
}

/**
 * Everything happens in a temporary folder; the finished cluster with its password appears by one rename. So `data` is either complete or
 * absent, even after a power failure.
 */
async function createCluster(place: Place, durable: boolean): Promise<void> {
  const { home, user } = place
  const work = await mkdtemp(join(home, workPrefix))
  try {
    const passwordPath = join(work, 'password')
    await writeFile(passwordPath, randomBytes(24).toString('hex'), { mode: 0o600, flush: durable })
    if (user) for (const path of [work, passwordPath]) await chown(path, user.uid, user.gid)
    await initdb(place, work, passwordPath, durable)
    await rename(passwordPath, join(work, 'data', passwordFile))
    await rename(join(work, 'data'), join(home, 'data'))
    if (durable) await flushFolders(join(home, 'data'), home)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function initdb(place: Place, work: string, passwordPath: string, durable: boolean): Promise<void> {
  let errorOutput = ''
  for (const ctype of ctypes[process.platform] ?? ['C']) {
    await rm(join(work, 'data'), { recursive: true, force: true })
    const args = [
      ['-D', join(work, 'data'), '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordPath}`, '--encoding=UTF8'],
      ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`],
      ['--text-search-config=english', ...(durable ? [] : ['--no-sync'])],
    ]
    errorOutput = await runInitdb(place, args.flat(), work)
    if (!errorOutput.includes('invalid locale name')) break
  }
  if (errorOutput) throw new EmbeddedPostgresError(`The database could not be created in ${place.home}: ${errorOutput}`)
}

/** initdb's error message in one line; empty if it succeeded. */
function runInitdb({ binaries, user }: Place, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(binaries.initdb, args, {
      ...user,
      cwd,
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) =>
      resolve(code === 0 ? '' : said.trim().replaceAll(/\s*\n\s*/g, ' ') || `initdb ended with ${signal ?? code}`),
    )
  })
}

async function sweepInterrupted(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    // An initdb whose parent was killed may still be writing there; it fails soon after its folder is gone.
    if (name.startsWith(workPrefix)) await rm(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

async function flushFolders(...folders: string[]): Promise<void> {
  if (process.platform === 'win32') return
  for (const folder of folders) {
    const handle = await open(folder)
    await handle.sync()
    await handle.close()
  }
}
