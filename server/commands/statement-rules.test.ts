import pg from 'pg'
import { expect } from 'vitest'
import { writeEndedExample } from '#server/testing/ended-example.ts'
import { test } from '#server/testing/test-app.ts'
import { proveLedger } from './prove-ledger.ts'
import { statementRules } from './statement-rules.ts'

const own = statementRules.map(([what]) => what)

test('issued statements that do not add up are found', { timeout: 240_000 }, async ({ testApp }) => {
  const { ann, circleId } = await writeEndedExample(testApp)
  expect((await testApp.call(ann, 'POST', `app/statement/${circleId}/2025`)).status).toBe(200)
  const client = new pg.Client({ connectionString: testApp.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  // The database's own checks prevent what this test does.
  for (const table of ['statements', 'statement_years']) await client.query(`alter table ${table} disable trigger user`)
  await client.query('alter table statements drop constraint statements_check')
  /** What is found after this change, which is taken back. */
  const foundAfter = async (change: string) => {
    await client.query('begin')
    const { rowCount } = await client.query(change)
    expect(rowCount, change).toBeGreaterThan(0)
    // Within this transaction, so its own begin and rollback become a savepoint's.
    const within = {
      query: (text: string) => client.query(text.startsWith('begin') ? 'savepoint look' : text === 'rollback' ? 'rollback to look' : text),
    }
    const { disagreements } = await proveLedger(within as unknown as pg.Client)
    await client.query('rollback')
    return disagreements.map(({ what }) => what).filter((what) => own.includes(what))
  }
  const rehashed = (figures: string) =>
    `update statements set figures = (${figures})::json, figures_sha256 = encode(sha256(convert_to(((${figures})::json)::text, 'UTF8')), 'hex')
     where user_id = '${ann._id}'`
  try {
    expect((await proveLedger(client)).disagreements.map(({ what }) => what).filter((what) => own.includes(what))).toEqual([])
    expect(await foundAfter(rehashed(`jsonb_set(figures::jsonb, '{putIn,ownCents}', '1')`))).toEqual([own[0]])
    expect(await foundAfter(rehashed(`jsonb_set(figures::jsonb, '{capitalAtEnd,ownCents}', '1')`))).toEqual([own[0], own[1]])
    expect(await foundAfter(`update statements set figures = '{"a":1}' where user_id = '${ann._id}'`)).toContain(own[2])
    expect(await foundAfter(`insert into statement_years (circle_id, year, issued_by) values ('${circleId}', 2024, '${ann._id}')`)).toEqual(
      [own[3]],
    )
  } finally {
    await client.end()
  }
})
