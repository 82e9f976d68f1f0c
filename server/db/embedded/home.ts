import { spawnSync } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './failure.ts'
import { canWriteIn, type ServerUser } from './server-user.ts'

const pointer = 'elsewhere'
const commonGround = '/var/lib/arcstead'
const ours = /^(data|elsewhere.*|server(\.previous)?\.log|launcher-.*\.lock|initdb-.*|postgresql-.*)$/

/** Where this folder's data are: in itself, or where its pointer file says. */
export async function currentHome(folder: string): Promise<string> {
  const elsewhere = (await readFile(join(folder, pointer), 'utf8').catch(() => '')).trim()
  if (!elsewhere) return folder
  // A new, empty database would look as if all data were lost.
  const gone = await stat(elsewhere).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
  if (!gone) return elsewhere
  throw new EmbeddedPostgresError(
    `The database of ${folder} lives in ${elsewhere}, which is gone. Restore it, or delete ${join(folder, pointer)} to begin with an empty database.`,
  )
}

/**
 * A home that the server's user can access. Folders below root's private home are not, so the data are then in a shared location and the
 * folder keeps a pointer to them.
 */
export async function reachableHome(folder: string, home: string, user: ServerUser, log: (line: string) => void): Promise<string> {
  if (user === undefined) return home
  const entries = await readdir(home)
  // A folder that contains other files keeps its owner; only our own folder is handed over.
  if (entries.every((name) => ours.test(name))) await chown(home, user.uid, user.gid).catch(() => undefined)
  if (canWriteIn(home, user)) return home

  const elsewhere = await makeElsewhere(user).catch((error: Error) => {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as uid ${user.uid}, which cannot enter ${home}, and ${commonGround} cannot be used (${error.message}). Start as a normal user, or choose another folder with ARCSTEAD_DATA.`,
    )
  })
  const hasData = entries.includes('data')
  if (hasData) copyWithOwners(join(home, 'data'), join(elsewhere, 'data'))
  await writeFile(join(folder, `${pointer}.new`), `${elsewhere}\n`, { flush: true })
  await rename(join(folder, `${pointer}.new`), join(folder, pointer))
  if (hasData) await rm(join(home, 'data'), { recursive: true })
  log(`The database lives in ${elsewhere}, because the user that runs PostgreSQL cannot enter ${home}.`)
  return elsewhere
}

async function makeElsewhere(user: NonNullable<ServerUser>): Promise<string> {
  await mkdir(commonGround, { recursive: true, mode: 0o755 })
  const elsewhere = await mkdtemp(join(commonGround, 'database-'))
  await chown(elsewhere, user.uid, user.gid)
  if (!canWriteIn(elsewhere, user)) throw new Error('closed to that user')
  return elsewhere
}

function copyWithOwners(from: string, to: string): void {
  // Flushed to disk, because the original is deleted next.
  const { status, stderr } = spawnSync('/bin/sh', ['-c', 'cp -a "$1" "$2" && sync', 'sh', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new EmbeddedPostgresError(`The database could not be copied from ${from} to ${to}: ${stderr.trim()}`)
}
