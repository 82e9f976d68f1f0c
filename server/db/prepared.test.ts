import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { copyTemplate } from '#server/testing/database.ts'
import { type Connection, connect, isDatabaseAway } from './connect.ts'

let copy: Awaited<ReturnType<typeof copyTemplate>>
let connection: Connection
beforeEach(async () => {
  copy = await copyTemplate(inject('postgresUrl'))
  connection = connect(copy.url, { max: 1 })
  await sql`create table things (id int, name text)`.execute(connection.db)
  await sql`insert into things values (1, 'one')`.execute(connection.db)
})
afterEach(async () => {
  await connection.close()
  await copy.drop()
})

const read = (id: number, db = connection.db) => sql<object>`select * from things where id = ${id}`.execute(db).then(({ rows }) => rows)
const preparedStatements = async () =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(connection.db)).rows.map((row) => row.statement)

test('a statement is prepared once per connection, whatever its values', async () => {
  for (const id of [1, 2, 3]) await read(id)
  expect((await preparedStatements()).filter((text) => text.includes('from things'))).toEqual(['select * from things where id = $1'])
})

test('prepared statements work after a migration has changed the table', async () => {
  expect(await read(1)).toEqual([{ id: 1, name: 'one' }])
  await sql`alter table things add color text default 'clay'`.execute(connection.db)
  expect(await read(1)).toEqual([{ id: 1, name: 'one', color: 'clay' }])
  await sql`alter table things drop color`.execute(connection.db)
  expect(await read(1)).toEqual([{ id: 1, name: 'one' }])
})

test('inside a transaction an outdated plan is reported as database unavailable, and a retry works', async () => {
  await read(1)
  await sql`alter table things add color text default 'clay'`.execute(connection.db)
  const inTransaction = () => connection.db.transaction().execute((tx) => read(1, tx as typeof connection.db))
  const failure = await inTransaction().catch((error: unknown) => error)
  expect(isDatabaseAway(failure)).toBe(true)
  expect(await inTransaction()).toEqual([{ id: 1, name: 'one', color: 'clay' }])
})

test('statements with many different texts work without being prepared', async () => {
  for (let length = 1; length <= 250; length++) {
    const ids = Array.from({ length }, (_, index) => index)
    const { rows } = await sql<{ id: number }>`select id from things where id in (${sql.join(ids)})`.execute(connection.db)
    expect(rows).toHaveLength(length > 1 ? 1 : 0)
  }
  expect((await preparedStatements()).length).toBeLessThanOrEqual(200)
})
