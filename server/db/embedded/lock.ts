import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './failure.ts'
import { isAlive, startTimeOf } from './processes.ts'

type Rival = { readonly pid: number; readonly settled: boolean }

const claimPattern = /^launcher-(\d+)-(\d+)\.lock$/
const settled = 'settled'
const attempts = 8

/**
 * Claims a folder for this process and returns a function to release it. Each launcher writes its own claim file and only then looks for
 * others, so of two that start at once at least one sees the other. Claims of dead processes are deleted.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const own = `launcher-${process.pid}-${startTimeOf(process.pid)}.lock`
  for (let attempt = 1; ; attempt++) {
    const rival = await tryToClaim(folder, own)
    if (rival === undefined) return () => rm(join(folder, own), { force: true })
    if (rival.settled || attempt === attempts) {
      throw new EmbeddedPostgresError(
        `The database in ${folder} is in use by process ${rival.pid}. Stop that process, or choose another folder with ARCSTEAD_DATA.`,
      )
    }
    // Two processes that start at once may both have withdrawn; random, growing pauses let one succeed.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30 * 2 ** attempt))
  }
}

async function tryToClaim(folder: string, own: string): Promise<Rival | undefined> {
  const claim = join(folder, own)
  try {
    await writeFile(claim, '', { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { pid: process.pid, settled: true }
    throw new EmbeddedPostgresError(
      `The database folder ${folder} cannot be written (${(error as Error).message}). Start as its owner, or choose another folder with ARCSTEAD_DATA.`,
    )
  }
  for (const name of await readdir(folder)) {
    const [, pid, startTime] = claimPattern.exec(name) ?? []
    if (name === own || pid === undefined || startTime === undefined) continue
    if (isAlive(Number(pid), startTime)) {
      await rm(claim, { force: true })
      return { pid: Number(pid), settled: (await readFile(join(folder, name), 'utf8').catch(() => '')) === settled }
    }
    await rm(join(folder, name), { force: true })
  }
  await writeFile(claim, settled)
  return undefined
}
