import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#server/db/connect.ts'
import { type DataKeys, dataKeysOf } from '#server/shared/pay-details/data-keys.ts'
import { type Settings, SettingsError } from './settings.ts'

type Given = Pick<Settings, 'mode' | 'dataKey' | 'dataKeyOld' | 'dataFolder'>

/**
 * The configured keys. A demonstration without one makes its own beside its data; in production nothing is made up, because details that
 * were encrypted with a lost key are lost too.
 */
export async function readDataKeys({ mode, dataKey, dataKeyOld, dataFolder }: Given): Promise<DataKeys> {
  if (dataKey || mode === 'production') return dataKeysOf(dataKey, dataKeyOld)
  const file = path.join(dataFolder, 'data-key')
  await mkdir(dataFolder, { recursive: true })
  const text = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    // A key that cannot be read is not replaced by another one.
    if (error.code !== 'ENOENT') throw error
    const made = randomBytes(32).toString('base64')
    await writeFile(file, made, { mode: 0o600, flag: 'wx' })
    return made
  })
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new SettingsError(`${file} does not hold 32 bytes in base64. Put the key back, or remove the file.`)
  return dataKeysOf(key, undefined)
}

/** Keeps production from starting without the key once a circle has named account details, which nobody could see then. */
export async function requireDataKey(db: Database, keys: DataKeys): Promise<void> {
  if (keys.current) return
  const named = await db.selectFrom('pay_details').select('id').limit(1).executeTakeFirst()
  if (named)
    throw new SettingsError(
      'DATA_KEY is missing, and circles have account details that are encrypted with it. Set it; if it is lost, set a new one, and they name their details again.',
    )
}
