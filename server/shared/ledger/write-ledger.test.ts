import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/root.ts'

test('only write-ledger.ts inserts into the ledger', async () => {
  const folder = path.join(projectRoot(), 'server')
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  const writers: string[] = []
  for (const name of names) {
    if (/insertInto\('ledger'\)|insert into ledger\b/.test(await readFile(path.join(folder, name), 'utf8'))) writers.push(name)
  }
  expect(writers.filter((name) => !name.startsWith('testing/'))).toEqual(['shared/ledger/write-ledger.ts'])
})
