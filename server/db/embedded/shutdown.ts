import { spawnSync } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { installedPrograms } from './binaries.ts'
import { EmbeddedPostgresError } from './failure.ts'
import { pidIsTaken, run, startTimeOf, waitForEnd } from './processes.ts'

/** A fast shutdown ends sessions and checkpoints; an immediate one, the last resort, recovers at the next start. */
export async function endServer(pid: number, startTime: string, patience = 30_000): Promise<void> {
  signalServer(pid, 'INT')
  if (await waitForEnd(pid, startTime, patience)) return
  signalServer(pid, 'QUIT')
  if (await waitForEnd(pid, startTime, patience)) return
  throw new EmbeddedPostgresError(`The PostgreSQL server ${pid} does not stop. End that process by hand.`)
}

export function signalServer(pid: number, name: 'INT' | 'QUIT'): void {
  if (process.platform === 'win32') {
    // On Windows a signal from Node kills the process, so pg_ctl is used.
    spawnSync(installedPrograms().pgCtl, ['kill', name, String(pid)])
    return
  }
  try {
    process.kill(pid, `SIG${name}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Stops a server that a killed launcher left running. The caller has claimed the folder. */
export async function stopOrphan(data: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return
  const startTime = startTimeOf(pid)
  if (startTime !== undefined && (await servesFrom(pid, data))) {
    log(`Stopping the PostgreSQL server ${pid} that an earlier start left running.`)
    await endServer(pid, startTime)
  } else if (pidIsTaken(pid)) {
    // The pid now belongs to another process or a zombie; PostgreSQL would take it for a running server and refuse to start.
    await rm(pidFile, { force: true })
  }
}

async function servesFrom(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data
  if (process.platform === 'win32') return true
  return run('ps', ['-o', 'command=', '-p', String(pid)]).includes(data)
}
