import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFolder } from './lock.ts'
import { startTimeOf } from './processes.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arcstead-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

const claimOf = (pid: number, startTime: string) => writeFile(join(folder, `launcher-${pid}-${startTime}.lock`), 'settled')

test('a claim is removed on release', async () => {
  const release = await claimFolder(folder)
  expect(await readdir(folder)).toHaveLength(1)
  await release()
  expect(await readdir(folder)).toEqual([])
})

test('a live process keeps its claim and is named in the error', async () => {
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await claimOf(holder.pid ?? 0, startTimeOf(holder.pid ?? 0) ?? '')
  await expect(claimFolder(folder)).rejects.toThrow(`in use by process ${holder.pid}`)
  expect(await readdir(folder)).toHaveLength(1)

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await (await claimFolder(folder))()
  expect(await readdir(folder)).toEqual([])
})

test('a claim is ignored if its pid now belongs to a younger process', async () => {
  await claimOf(process.ppid, '1')
  await (await claimFolder(folder))()
  expect(await readdir(folder)).toEqual([])
})
