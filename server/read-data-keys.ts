import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type DataKeys, dataKeysOf } from '#server/shared/pay-details/data-keys.ts'
import type { Settings } from './settings.ts'

type Given = Pick<Settings, 'mode' | 'dataKey' | 'dataKeyOld' | 'dataFolder'>

/**
 * The configured keys. A demonstration without one makes its own beside its data; in production nothing is made up, because details that
 * were encrypted with a lost key are lost too.
 */
export async function readDataKeys({ mode, dataKey, dataKeyOld, dataFolder }: Given): Promise<DataKeys> {
  if (dataKey || mode === 'production') return dataKeysOf(dataKey, dataKeyOld)
  const file = path.join(dataFolder, 'data-key')
  await mkdir(dataFolder, { recursive: true })
  const text = await readFile(file, 'utf8').catch(async () => {
    const made = randomBytes(32).toString('base64')
    await writeFile(file, made, { mode: 0o600 })
    return made
  })
  return dataKeysOf(Buffer.from(text.trim(), 'base64'), undefined)
}
