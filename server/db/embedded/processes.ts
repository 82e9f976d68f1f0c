import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const unknown = '0'

/**
 * A mark of when a process began, or undefined if it is not alive.
 *
 * A pid alone is not enough: after a crash or a reboot it may belong to a stranger. A zombie counts
 * as dead, because a container without an init process never reaps the ones a killed parent left.
 */
export function birthOf(pid: number): string | undefined {
  if (!pidIsTaken(pid)) return undefined
  if (process.platform === 'linux') return birthFromProc(pid)
  if (process.platform === 'win32') return unknown
  const [state = '', ...began] = run('ps', ['-o', 'state=,lstart=', '-p', String(pid)]).split(/\s+/)
  return state.startsWith('Z') ? undefined : String(Date.parse(began.join(' ')) || unknown)
}

export function isAlive(pid: number, birth: string): boolean {
  const now = birthOf(pid)
  return now !== undefined && (now === birth || now === unknown || birth === unknown)
}

export async function waitForEnd(pid: number, birth: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (isAlive(pid, birth)) {
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

/** The trimmed output of a program, or nothing if it could not run. */
export function run(program: string, args: readonly string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout?.trim() ?? ''
}

function birthFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : (fields[19] ?? unknown)
  } catch {
    return unknown
  }
}
