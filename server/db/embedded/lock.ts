import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './failure.ts'
import { birthOf, isAlive } from './processes.ts'

const claimPattern = /^launcher-(\d+)-(\d+)\.lock$/
const attempts = 6

/**
 * Claims a folder for this process and returns the way to give it back.
 *
 * Each launcher writes a claim named after itself and only then looks for others, so of two that start
 * together at least one sees the other. A claim ends with its process; a dead one is swept away.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const own = `launcher-${process.pid}-${birthOf(process.pid)}.lock`
  for (let attempt = 1; ; attempt++) {
    const holder = await tryToClaim(folder, own)
    if (holder === undefined) return () => rm(join(folder, own), { force: true })
    if (attempt === attempts) {
      throw new EmbeddedPostgresError(
        `The database in ${folder} is in use by process ${holder}. Stop that process, or choose another folder with ARCSTEAD_DATA.`,
      )
    }
    // Two newcomers may each have stepped back for the other; an uneven pause lets one of them through.
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 100))
  }
}

async function tryToClaim(folder: string, own: string): Promise<number | undefined> {
  try {
    await writeFile(join(folder, own), '', { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return process.pid
    throw new EmbeddedPostgresError(
      `The database folder ${folder} cannot be written (${(error as Error).message}). Start as its owner, or choose another folder with ARCSTEAD_DATA.`,
    )
  }
  for (const name of await readdir(folder)) {
    const [, pid, birth] = claimPattern.exec(name) ?? []
    if (name === own || pid === undefined || birth === undefined) continue
    if (isAlive(Number(pid), birth)) {
      await rm(join(folder, own), { force: true })
      return Number(pid)
    }
    await rm(join(folder, name), { force: true })
  }
  return undefined
}
