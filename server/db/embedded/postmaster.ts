import { type ChildProcess, spawn } from 'node:child_process'
import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { childEnvironment } from './child-environment.ts'
import { EmbeddedPostgresError } from './failure.ts'
import { startTimeOf } from './processes.ts'
import type { ServerUser } from './server-user.ts'
import { endServer, signalServer } from './shutdown.ts'

export type Postmaster = {
  readonly pid: number
  readonly port: number
  /** How the server ended; undefined while it runs. */
  ended(): string | undefined
  stop(): Promise<void>
}

export type Place = { readonly home: string; readonly binaries: Binaries; readonly user: ServerUser }

const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Refused statements and their values contain personal data, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

export async function launchPostmaster(
  place: Place,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<Postmaster> {
  const port = Number(settings.port) || (await freePort())
  const logFile = await openLog(place)
  const child = spawnServer(place, { ...ownSettings, ...settings, port: String(port) }, logFile.fd)
  let ended: string | undefined
  let stopping = false
  const failedToSpawn = new Promise<string>((resolve) => child.once('error', ({ message }) => resolve(message)))
  const pid = child.pid
  if (pid === undefined) throw new EmbeddedPostgresError(`PostgreSQL could not be run: ${await failedToSpawn}`)

  const startTime = startTimeOf(pid) ?? '0'
  const stopAtExit = () => signalServer(pid, 'INT')
  process.once('exit', stopAtExit)
  child.once('exit', (code, signal) => {
    ended = `ended with ${signal ?? `code ${code}`}`
    process.off('exit', stopAtExit) // the pid may soon be another process's
    if (!stopping) log(`PostgreSQL ${ended}. See ${logPath(place)}.`)
  })
  child.unref()
  await logFile.close()
  return {
    pid,
    port,
    ended: () => ended,
    stop: async () => {
      stopping = true
      if (ended === undefined) await endServer(pid, startTime)
    },
  }
}

/** The log line in which the server said why it exited. */
export async function lastLogLine(place: Place): Promise<string> {
  const lines = (await readFile(logPath(place), 'utf8')).trim().split('\n')
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(/^.*?(?=FATAL|PANIC)/, '')
}

const logPath = (place: Place) => join(place.home, 'server.log')

/** A file instead of a pipe: if the reader of a pipe is killed or paused in a debugger, the server blocks. */
async function openLog(place: Place): Promise<FileHandle> {
  await rename(logPath(place), join(place.home, 'server.previous.log')).catch(() => undefined)
  const file = await open(logPath(place), 'w', 0o600)
  if (place.user) await file.chown(place.user.uid, place.user.gid)
  return file
}

function spawnServer({ binaries, home, user }: Place, settings: Record<string, string>, logDescriptor: number): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(binaries.postgres, ['-D', join(home, 'data'), ...flags], {
    ...user,
    cwd: home,
    env: childEnvironment(),
    stdio: ['ignore', logDescriptor, logDescriptor],
    // Its own session, so that Ctrl-C only reaches us; we stop the server after the last request.
    detached: true,
    windowsHide: true,
  })
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
