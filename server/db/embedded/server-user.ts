import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { EmbeddedPostgresError } from './failure.ts'
import { run } from './processes.ts'

/** The user that runs PostgreSQL if we are root, because PostgreSQL refuses to run as root. Undefined: the current user. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined

/** Existing data keep their owner, so that root can start a folder created by a normal user. */
export async function chooseServerUser(data: string): Promise<ServerUser> {
  const self = process.getuid?.()
  if (self === undefined) return undefined
  const owner = await stat(data).catch(() => undefined)
  if (self !== 0) {
    if (owner === undefined || owner.uid === self) return undefined
    throw new EmbeddedPostgresError(
      `The database in ${data} belongs to another user (uid ${owner.uid}). Start as that user or as root, or choose another folder with ARCSTEAD_DATA.`,
    )
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number.parseInt(run('id', [flag, name]), 10))
    if (uid && gid !== undefined) return { uid, gid }
  }
  throw new EmbeddedPostgresError('PostgreSQL does not run as root, and there is no user postgres or nobody. Start as a normal user.')
}

/** Tries to write as that user, because ACLs, mounts and parent folders matter too, not only modes. */
export function canWriteIn(folder: string, user: ServerUser): boolean {
  if (user === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
