import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from './settings.ts'

/** The configured secret. Without one, a generated secret is stored next to the data, so that sessions survive a restart. */
export async function readSecret(settings: Pick<Settings, 'jwtSecret' | 'dataFolder'>): Promise<string> {
  if (settings.jwtSecret) return settings.jwtSecret
  const file = path.join(settings.dataFolder, 'secret')
  await mkdir(settings.dataFolder, { recursive: true })
  return readFile(file, 'utf8').catch(async () => {
    const secret = randomBytes(48).toString('base64')
    await writeFile(file, secret, { mode: 0o600 })
    return secret
  })
}
