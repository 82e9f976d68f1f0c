import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder } from './lock.ts'
import { birthOf } from './processes.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arcstead-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

const claimOf = (pid: number, birth: string) => writeFile(join(folder, `launcher-${pid}-${birth}.lock`), 'settled')

test('a claim is given back when it is released', async () => {
  const release = await claimFolder(folder)
  expect(await readdir(folder)).toHaveLength(1)
  await release()
  expect(await readdir(folder)).toEqual([])
})

test('a living process keeps its claim, and is named', async () => {
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await claimOf(holder.pid ?? 0, birthOf(holder.pid ?? 0) ?? '')
  await expect(claimFolder(folder)).rejects.toThrow(`in use by process ${holder.pid}`)
  expect(await readdir(folder)).toHaveLength(1)

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await (await claimFolder(folder))()
  expect(await readdir(folder)).toEqual([])
})

test('a claim whose number went to a younger process counts for nothing', async () => {
  await claimOf(process.ppid, '1')
  await (await claimFolder(folder))()
  expect(await readdir(folder)).toEqual([])
})
