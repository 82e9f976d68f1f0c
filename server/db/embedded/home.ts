import { spawnSync } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './failure.ts'
import { canReach, type ServerUser } from './server-user.ts'

const pointer = 'elsewhere'
const commonGround = '/var/lib/arcstead'
const ours = /^(data|elsewhere|server(\.previous)?\.log|launcher-.*\.lock|initdb-.*|postgresql-.*)$/

/** Where this folder's data live now: in itself, or in the place its pointer names. */
export async function currentHome(folder: string): Promise<string> {
  const elsewhere = await readFile(join(folder, pointer), 'utf8').catch(() => undefined)
  return elsewhere?.trim() || folder
}

/**
 * A home that the server's user can enter. A project below root's private home is closed to that user,
 * so the data then live on common ground and the folder keeps a pointer to them.
 */
export async function reachableHome(folder: string, home: string, user: ServerUser, log: (line: string) => void): Promise<string> {
  if (user === undefined) return home
  const entries = await readdir(home)
  // A folder with strangers' files keeps its owner; only one that is ours alone is handed over.
  if (entries.every((name) => ours.test(name))) await chown(home, user.uid, user.gid).catch(() => undefined)
  if (canReach(user, 'write', home)) return home

  const elsewhere = await makeElsewhere(user).catch((error: Error) => {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as uid ${user.uid}, which cannot enter ${home}, and ${commonGround} cannot be used (${error.message}). Start as a normal user, or choose another folder with ARCSTEAD_DATA.`,
    )
  })
  const hasData = entries.includes('data')
  if (hasData) copyWithOwners(join(home, 'data'), join(elsewhere, 'data'))
  await writeFile(join(folder, `${pointer}.new`), `${elsewhere}\n`)
  await rename(join(folder, `${pointer}.new`), join(folder, pointer))
  if (hasData) await rm(join(home, 'data'), { recursive: true })
  log(`The database files live in ${elsewhere}, because the user that runs PostgreSQL cannot enter ${home}.`)
  return elsewhere
}

async function makeElsewhere(user: NonNullable<ServerUser>): Promise<string> {
  await mkdir(commonGround, { recursive: true, mode: 0o755 })
  const elsewhere = await mkdtemp(join(commonGround, 'database-'))
  await chown(elsewhere, user.uid, user.gid)
  if (!canReach(user, 'write', elsewhere)) throw new Error('closed to that user')
  return elsewhere
}

function copyWithOwners(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new EmbeddedPostgresError(`The database could not be copied from ${from} to ${to}: ${stderr.trim()}`)
}
