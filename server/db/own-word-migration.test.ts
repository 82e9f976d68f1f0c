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
const ownWord = '0044_own_word.sql'

test('members whom another’s word has silenced get their vote back and are told; motions of gathering circles and deleted people lapse', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-migrations-'))
  for (const name of await readdir(shipped)) {
    if (name < ownWord) await copyFile(path.join(shipped, name), path.join(folder, name))
  }
  const database = await emptyDatabase(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await migrate(database.url, folder)
    const [proposer, member, deleted] = [newId(), newId(), newId()]
    for (const [id, isDeleted] of [
      [proposer, false],
      [member, false],
      [deleted, true],
    ] as const) {
      await client.query(`insert into users (id, first_name, last_name, email, deleted_at) values ($1, 'Maya', 'Old', $2, $3)`, [
        id,
        isDeleted ? null : `${id}@old.example`,
        isDeleted ? new Date() : null,
      ])
    }
    const addCircle = async (isFull: boolean) => {
      const [circle, first, second] = [newId(), newId(), newId()]
      await client.query('begin')
      await client.query(`insert into circles (id, title, city, created_by) values ($1, 'Old', 'Denver', $2)`, [circle, proposer])
      await client.query(`insert into memberships (id, circle_id, user_id, is_owner) values ($1, $2, $3, true), ($4, $2, $5, false)`, [
        first,
        circle,
        proposer,
        second,
        member,
      ])
      await client.query('insert into arcs (circle_id, number, price, membership_id) values ($1, 1, 100, $2), ($1, 2, 100, $3)', [
        circle,
        first,
        isFull ? second : null,
      ])
      const held = [[first, proposer, [1]], ...(isFull ? [[second, member, [2]]] : [])]
      for (const [membership, user, arcs] of held) {
        await client.query(
          `insert into ledger (circle_id, membership_id, user_id, kind, arcs, amount) values ($1, $2, $3, 'bought', $4, 100)`,
          [circle, membership, user, arcs],
        )
      }
      await client.query(
        `insert into charters (circle_id, version, count_by, threshold, quorum, veto_blocks, clauses)
         values ($1, 1, 'arcs', 50, 50, false, '[{"title": "Motions", "text": "Old"}, {"title": "Other", "text": "Kept"}]')`,
        [circle],
      )
      await client.query('commit')
      return circle
    }
    const propose = async (circle: string, by: string, related: string | null, closesIn = '3 days') => {
      const id = newId()
      const facts = { kind: 'spend', amountCents: 1, category: 'repairs', repeats: null, relatedMember: related }
      await client.query(
        `insert into motions (id, circle_id, kind, proposed_by, charter_version, facts, facts_hash, closes_at, held_before)
         values ($1, $2, 'spend', $3, 1, $4, $5, now() + $6::interval, now() + $6::interval - interval '1 day')`,
        [id, circle, by, JSON.stringify(facts), 'a'.repeat(64), closesIn],
      )
      await client.query(`insert into motion_texts (motion_id, title, body) values ($1, 'Pay', 'Pay')`, [id])
      if (related)
        await client.query('insert into motion_conflicts (motion_id, user_id, declared_by) values ($1, $2, $3)', [id, related, by])
      return id
    }
    const [full, gathering] = [await addCircle(true), await addCircle(false)]
    const claimed = await propose(full, proposer, member)
    const ownWordMotion = await propose(full, proposer, proposer)
    const ofDeleted = await propose(full, deleted, null)
    const inGathering = await propose(gathering, proposer, null)
    const due = await propose(gathering, proposer, null, '-1 hour')
    const withdrawn = await propose(full, proposer, member)
    await client.query('insert into motion_withdrawals (motion_id, by) values ($1, $2)', [withdrawn, proposer])

    await migrate(database.url, shipped)
    const { rows: conflicts } = await client.query<{ motion_id: string }>('select motion_id from motion_conflicts order by motion_id')
    expect(conflicts.map(({ motion_id }) => motion_id)).toEqual([ownWordMotion, withdrawn].sort())
    const { rows: told } = await client.query(`select user_id, motion_id from notices where kind = 'motion_claim'`)
    expect(told).toEqual([{ user_id: member, motion_id: claimed }])
    const { rows: ended } = await client.query('select motion_id, lapsed_because from motion_withdrawals order by motion_id')
    expect(ended).toEqual(
      [
        { motion_id: ofDeleted, lapsed_because: 'proposer_deleted' },
        { motion_id: inGathering, lapsed_because: 'gathering' },
        { motion_id: withdrawn, lapsed_because: null },
      ].sort((a, b) => (a.motion_id < b.motion_id ? -1 : 1)),
    )
    expect(ended.map(({ motion_id }) => motion_id)).not.toContain(due)
    const { rows: record } = await client.query<{ kind: string }>('select kind from decision_record order by kind')
    expect(record.map(({ kind }) => kind)).toEqual(['motion_claim', 'motion_lapsed', 'motion_lapsed'])
    const { rows: charters } = await client.query<{ clauses: { text: string }[] }>(
      'select clauses from charters where version = 2 and circle_id = $1',
      [full],
    )
    expect(charters[0]?.clauses.map(({ text }) => text)).toEqual([expect.stringContaining('nobody says it for another'), 'Kept'])
    await expect(
      client.query('insert into motion_conflicts (motion_id, user_id, declared_by) values ($1, $2, $3)', [claimed, member, proposer]),
    ).rejects.toThrow('own conflict')
  } finally {
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
