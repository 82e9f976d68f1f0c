import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const unknown = '0'

/**
 * A process's start time as a mark, or undefined if it is not running. A pid alone is not enough: after a crash or reboot it may belong to
 * another process. A zombie counts as dead, because a container without an init process never reaps orphans.
 */
export function startTimeOf(pid: number): string | undefined {
  if (!pidIsTaken(pid)) return undefined
  if (process.platform === 'linux') return startTimeFromProc(pid)
  if (process.platform === 'win32') return unknown
  const [state = '', ...began] = run('ps', ['-o', 'state=,lstart=', '-p', String(pid)]).split(/\s+/)
  return state.startsWith('Z') ? undefined : String(Date.parse(began.join(' ')) || unknown)
}

export function isAlive(pid: number, startTime: string): boolean {
  const now = startTimeOf(pid)
  return now !== undefined && (now === startTime || now === unknown || startTime === unknown)
}

export async function waitForEnd(pid: number, startTime: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (isAlive(pid, startTime)) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}

export function pidIsTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The trimmed output of a program, or '' if it could not run. */
export function run(program: string, args: readonly string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout?.trim() ?? ''
}

function startTimeFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : (fields[19] ?? unknown)
  } catch {
    return unknown
  }
}
