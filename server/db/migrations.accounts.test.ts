import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'

const shipped = path.join(projectRoot(), 'server/db/migrations')

test('users of version 0.1 count as confirmed, invited ones once they set a password, and their links stay valid', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-migrations-'))
  const database = await emptyDatabase(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: database.url })
  try {
    const names = (await readdir(shipped)).sort()
    for (const name of names.filter((name) => name < '0018')) await copyFile(path.join(shipped, name), path.join(folder, name))
    await migrate(database.url, folder)
    await client.connect()
    const person = (digit: number) => `01890a5d-ac96-774b-bcce-b30209900${digit}00`
    await client.query(
      `insert into users (id, first_name, last_name, email, password_hash, status, created_at, updated_at, deleted_at) values
        ($1, 'Maya', 'Stone', 'maya@example.com', 'x', 'active', '2026-01-01', '2026-02-02', null),
        ($2, 'Dana', 'Reed', 'dana@example.com', null, 'invited', '2026-01-01', '2026-02-02', null),
        ($3, '', '', null, null, 'active', '2026-01-01', '2026-02-02', '2026-03-03')`,
      [person(1), person(2), person(3)],
    )
    await client.query(
      `insert into one_time_links (id, user_id, purpose, token_hash, expires_at) values ($1, $1, 'set_password', '\\x01', now() + interval '1 day')`,
      [person(2)],
    )
    for (const name of names) await copyFile(path.join(shipped, name), path.join(folder, name))
    await migrate(database.url, folder)
    const { rows: people } = await client.query(
      `select first_name as name, email_confirmed_at is not null as confirmed, updated_at = '2026-02-02' as untouched from users order by id`,
    )
    expect(people).toEqual([
      { name: 'Maya', confirmed: true, untouched: true },
      { name: 'Dana', confirmed: false, untouched: true },
      { name: '', confirmed: false, untouched: true },
    ])
    expect((await client.query('select email, used_at from one_time_links')).rows).toEqual([{ email: 'dana@example.com', used_at: null }])
  } finally {
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
