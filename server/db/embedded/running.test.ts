import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { joinOrStartPostgres } from './running.ts'

async function answerOf(url: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select current_user as name')
  await client.end()
  return rows[0]
}

test('a command uses the running server and leaves it running; otherwise it starts and stops its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arcstead-joined-'))
  const first = await joinOrStartPostgres(folder)
  expect(first.isRunning).toBe(false)

  const second = await joinOrStartPostgres(folder)
  expect(second).toMatchObject({ isRunning: true, url: first.url })
  await second.stop()
  expect(await answerOf(first.url)).toEqual({ name: 'arcstead' })

  await first.stop()
  await expect(answerOf(first.url)).rejects.toThrow()
  await rm(folder, { recursive: true })
})
