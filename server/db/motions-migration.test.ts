import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { charterClauses } from '#domain/charter.ts'
import type { CountBy } from '#domain/counting.ts'
import { projectRoot } from '#server/root.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'

const shipped = path.join(projectRoot(), 'server/db/migrations')
const motions = '0027_motions.sql'

type CharterRow = { version: number; count_by: CountBy; threshold: number; quorum: number; veto_blocks: boolean; clauses: unknown }

test('every earlier charter gets a version with the new clauses, its members get a notice, and stages get dates', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-migrations-'))
  for (const name of await readdir(shipped)) {
    if (name < motions) await copyFile(path.join(shipped, name), path.join(folder, name))
  }
  const database = await emptyDatabase(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await migrate(database.url, folder)
    const user = newId()
    await client.query(`insert into users (id, first_name, last_name, email) values ($1, 'Maya', 'Old', 'maya@old.example')`, [user])
    const rules = ['arcs', 'people'].flatMap((countBy) =>
      [1, 50, 66, 99].flatMap((threshold) => [0, 50, 75, 100].map((quorum) => ({ countBy, threshold, quorum, vetoBlocks: quorum > 50 }))),
    )
    for (const [index, { countBy, threshold, quorum, vetoBlocks }] of rules.entries()) {
      const [circle, membership] = [newId(), newId()]
      const isFull = index % 2 === 0
      await client.query('begin')
      await client.query(`insert into circles (id, title, city, created_by, created_at) values ($1, 'Old', 'Denver', $2, '2026-01-01')`, [
        circle,
        user,
      ])
      await client.query('insert into memberships (id, circle_id, user_id, is_owner) values ($1, $2, $3, true)', [membership, circle, user])
      await client.query('insert into arcs (circle_id, number, price, membership_id) values ($1, 1, 100, $2), ($1, 2, 100, $3)', [
        circle,
        membership,
        isFull ? membership : null,
      ])
      await client.query(
        `insert into ledger (circle_id, membership_id, user_id, kind, arcs, amount, at) values ($1, $2, $3, 'bought', $4, $5, '2026-02-01')`,
        [circle, membership, user, isFull ? [1, 2] : [1], isFull ? 200 : 100],
      )
      const charter = `insert into charters (circle_id, version, count_by, threshold, quorum, veto_blocks, clauses) values ($1, $2, $3, $4, $5, $6, $7)`
      // An earlier version with other rules, and old words.
      await client.query(charter, [circle, 1, 'arcs', 50, 50, false, '[]'])
      await client.query(charter, [circle, 2, countBy, threshold, quorum, vetoBlocks, '[{"title": "Old", "text": "Old"}]'])
      await client.query('commit')
    }

    await migrate(database.url, shipped)
    const { rows } = await client.query<CharterRow>(
      'select distinct on (circle_id) version, count_by, threshold, quorum, veto_blocks, clauses from charters order by circle_id, version desc',
    )
    expect(rows).toHaveLength(rules.length)
    for (const { version, count_by: countBy, threshold, quorum, veto_blocks: vetoBlocks, clauses } of rows) {
      expect([version, clauses]).toEqual([6, charterClauses({ countBy, threshold, quorum, vetoBlocks })])
    }
    const { rows: told } = await client.query<{ kind: string }>('select kind from notices')
    expect(told.map(({ kind }) => kind)).toEqual(rules.map(() => 'rules_changed'))
    const { rows: stages } = await client.query<{ stages: string }>(
      `select string_agg(stage || ' ' || to_char(began_at at time zone 'UTC', 'MM-DD'), ', ' order by id) as stages
       from stage_history group by circle_id`,
    )
    expect([...new Set(stages.map((row) => row.stages))].sort()).toEqual(['gathering 01-01', 'gathering 01-01, deciding 02-01'])
  } finally {
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
