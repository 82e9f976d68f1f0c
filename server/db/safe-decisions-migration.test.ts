import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'

const shipped = path.join(projectRoot(), 'server/db/migrations')
const lastOfFirstVersion = '0017_people_text.sql'

test('the migration keeps the times of arcs and closing dates of the first version', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-migrations-'))
  for (const name of await readdir(shipped)) {
    if (name <= lastOfFirstVersion) await copyFile(path.join(shipped, name), path.join(folder, name))
  }
  const database = await emptyDatabase(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await migrate(database.url, folder)
    const [user, circle, membership, property] = [newId(), newId(), newId(), newId()]
    await client.query('begin')
    await client.query(`insert into users (id, first_name, last_name, email) values ($1, 'Maya', 'Old', 'maya@old.example')`, [user])
    await client.query(`insert into circles (id, title, city, created_by) values ($1, 'Old', 'Denver', $2)`, [circle, user])
    await client.query(
      `insert into memberships (id, circle_id, user_id, is_owner, created_at) values ($1, $2, $3, true, '2026-01-01T00:00:00Z')`,
      [membership, circle, user],
    )
    await client.query(
      `insert into arcs (circle_id, number, price, membership_id) values ($1, 1, 100, $2), ($1, 2, 100, $2), ($1, 3, 100, null)`,
      [circle, membership],
    )
    await client.query(
      `insert into ledger (circle_id, membership_id, user_id, kind, arcs, amount, at) values
        ($1, $2, $3, 'bought', '{1}', 100, '2026-01-01T00:00:00Z'), ($1, $2, $3, 'added', '{2}', 100, '2026-02-01T00:00:00Z')`,
      [circle, membership, user],
    )
    await client.query(
      `insert into properties (id, circle_id, uploaded_by, address, city, state, zip_code, url, price)
       values ($1, $2, $3, '1 Old Road', 'Denver', 'CO', '80205', 'https://old.example', 1)`,
      [property, circle, user],
    )
    await client.query(`insert into decisions (property_id, closes_at) values ($1, '2026-03-02T12:00:00Z')`, [property])
    await client.query('commit')

    await migrate(database.url, shipped)
    const { rows: arcs } = await client.query<{ held_since: Date | null }>('select held_since from arcs order by number')
    expect(arcs.map(({ held_since }) => held_since?.toISOString() ?? null)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      null,
    ])
    const { rows: decisions } = await client.query<{ held_before: Date }>('select held_before from decisions')
    expect(decisions[0]?.held_before.toISOString()).toBe('2026-03-01T12:00:00.000Z')
  } finally {
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
