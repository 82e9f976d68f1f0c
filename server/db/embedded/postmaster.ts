import { spawn, spawnSync } from 'node:child_process'
import { chown, open, readFile, readlink, rename, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type Binaries, installedPrograms } from './binaries.ts'
import { childEnvironment } from './child-environment.ts'
import { EmbeddedPostgresError } from './failure.ts'
import { birthOf, run, waitForEnd } from './processes.ts'
import type { ServerUser } from './server-user.ts'

export type Postmaster = {
  readonly pid: number
  readonly port: number
  /** What ended the server, once it has ended. */
  ended(): string | undefined
  lastWords(): Promise<string>
  stop(): Promise<void>
}

type Place = { readonly home: string; readonly binaries: Binaries; readonly user: ServerUser }

const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Refused statements and their values hold people's names and addresses; those have no place in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

export async function launchPostmaster(place: Place, settings: Record<string, string>): Promise<Postmaster> {
  const logPath = join(place.home, 'server.log')
  await rename(logPath, join(place.home, 'server.previous.log')).catch(() => undefined)
  const logFile = await open(logPath, 'w', 0o600)
  if (place.user) await chown(logPath, place.user.uid, place.user.gid)

  const port = await freePort()
  const all = Object.entries({ ...ownSettings, ...settings, port: String(port) })
  const child = spawn(
    place.binaries.postgres,
    ['-D', join(place.home, 'data'), ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...place.user,
      cwd: place.home,
      env: childEnvironment(),
      stdio: ['ignore', logFile.fd, logFile.fd],
      // Its own session: Ctrl-C in the terminal must reach us alone, who then stop the server after the last request.
      detached: true,
      windowsHide: true,
    },
  )
  let ended: string | undefined
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', (code, signal) => {
    ended = `ended with ${signal ?? `code ${code}`}`
  })
  child.unref()
  await logFile.close()

  const pid = child.pid
  if (pid === undefined) {
    await new Promise((resolve) => setImmediate(resolve))
    throw new EmbeddedPostgresError(`PostgreSQL could not be run: ${ended ?? 'the system refused to start it'}`)
  }
  const birth = birthOf(pid) ?? '0'
  const stopAtExit = () => signal(pid, 'INT')
  process.once('exit', stopAtExit)
  return {
    pid,
    port,
    ended: () => ended,
    lastWords: () => readFile(logPath, 'utf8').then(summary),
    stop: async () => {
      process.off('exit', stopAtExit)
      if (ended === undefined) await end(pid, birth)
    },
  }
}

/** Ends a server that a killed launcher left running on these data. The caller holds the folder's claim. */
export async function stopOrphan(home: string, log: (line: string) => void): Promise<void> {
  const data = join(home, 'data')
  const pidFile = join(data, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return
  const birth = birthOf(pid)
  if (birth !== undefined && (await servesFrom(pid, data))) {
    log(`Stopping the PostgreSQL server ${pid} that an earlier start left running.`)
    await end(pid, birth)
  } else if (pidIsTaken(pid)) {
    // The number went to a stranger, or to a zombie; PostgreSQL would take either for a living server and refuse to start.
    await rm(pidFile, { force: true })
  }
}

async function servesFrom(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data
  if (process.platform === 'win32') return true
  return run('ps', ['-o', 'command=', '-p', String(pid)]).includes(data)
}

function pidIsTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A fast shutdown ends sessions and checkpoints; an immediate one, the last resort, recovers from the log at the next start. */
async function end(pid: number, birth: string): Promise<void> {
  signal(pid, 'INT')
  if (await waitForEnd(pid, birth, 30_000)) return
  signal(pid, 'QUIT')
  if (await waitForEnd(pid, birth, 10_000)) return
  throw new EmbeddedPostgresError(`The PostgreSQL server ${pid} does not stop. End that process by hand.`)
}

function signal(pid: number, name: 'INT' | 'QUIT'): void {
  // On Windows a signal from Node would kill outright; pg_ctl knows how to reach the server there.
  if (process.platform === 'win32') spawnSync(installedPrograms().pgCtl, ['kill', name, String(pid)])
  else {
    try {
      process.kill(pid, `SIG${name}`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function summary(logText: string): string {
  const lines = logText.trim().split('\n')
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(/^.*?(?=FATAL|PANIC)/, '')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
