import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { noDataKeys } from '#server/shared/pay-details/data-keys.ts'
import { test } from '#server/testing/test-app.ts'
import { createPayingCircle } from '#server/testing/where-to-pay.ts'
import { readDataKeys, requireDataKey } from './read-data-keys.ts'
import { SettingsError } from './settings.ts'

const none = { dataKey: undefined, dataKeyOld: undefined }

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a demonstration makes its own key once, which only its user can read', async () => {
  const dataFolder = path.join(await openFolder(), 'data')
  const first = await readDataKeys({ mode: 'demo', ...none, dataFolder })
  expect(first.current?.key).toHaveLength(32)
  const file = path.join(dataFolder, 'data-key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const kept = await readFile(file, 'utf8')
  expect((await readDataKeys({ mode: 'demo', ...none, dataFolder })).current).toEqual(first.current)
  expect(await readFile(file, 'utf8')).toBe(kept)
})

test('a key that cannot be read is refused, not replaced', async () => {
  const dataFolder = await openFolder()
  await writeFile(path.join(dataFolder, 'data-key'), 'c2hvcnQ=')
  await expect(readDataKeys({ mode: 'demo', ...none, dataFolder })).rejects.toThrow('does not hold 32 bytes')
  expect(await readFile(path.join(dataFolder, 'data-key'), 'utf8')).toBe('c2hvcnQ=')
})

test('production makes no key, and needs one once a circle has named account details', async ({ testApp }) => {
  const dataFolder = await openFolder()
  expect(await readDataKeys({ mode: 'production', ...none, dataFolder })).toBe(noDataKeys)
  await expect(stat(path.join(dataFolder, 'data-key'))).rejects.toThrow('ENOENT')
  await expect(requireDataKey(testApp.db, noDataKeys)).resolves.toBeUndefined()
  const { owner, name } = await createPayingCircle(testApp)
  expect((await name(owner)).status).toBe(200)
  await expect(requireDataKey(testApp.db, noDataKeys)).rejects.toThrow(SettingsError)
  const dataKey = Buffer.alloc(32, 9)
  await expect(
    requireDataKey(testApp.db, await readDataKeys({ mode: 'production', ...none, dataKey, dataFolder })),
  ).resolves.toBeUndefined()
})
