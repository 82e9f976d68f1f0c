import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { copyTemplate } from '#server/testing/database.ts'
import { type Connection, connect, type Tx } from './connect.ts'
import { sendTogether, transaction } from './transaction.ts'

let copy: Awaited<ReturnType<typeof copyTemplate>>
let connection: Connection
let other: Connection
beforeEach(async () => {
  copy = await copyTemplate(inject('postgresUrl'))
  connection = connect(copy.url, { max: 1 })
  other = connect(copy.url, { max: 2 })
  await sql`create table things (id int primary key)`.execute(connection.db)
})
afterEach(async () => {
  await connection.close()
  await other.close()
  await copy.drop()
})

const insert = (tx: Tx, id: number) => sql`insert into things values (${id})`.execute(tx)
const read = async (tx: Tx) =>
  (await sql<{ id: number }>`select id from things where id > ${0} order by id`.execute(tx)).rows.map(({ id }) => id)
const stored = () => transaction(connection.db, read)

test('statements are sent before earlier ones are answered, and run in their order', async () => {
  const events: string[] = []
  const log = async <Result>(name: string, statement: Promise<Result>): Promise<Result> => {
    events.push(`sent ${name}`)
    const result = await statement
    events.push(`answered ${name}`)
    return result
  }
  const [, , both] = await transaction(connection.db, (tx) =>
    sendTogether([log('first', insert(tx, 1)), log('second', insert(tx, 2)), log('third', read(tx))]),
  )
  expect(both).toEqual([1, 2])
  expect(events.slice(0, 4)).toEqual(['sent first', 'sent second', 'sent third', 'answered first'])
})

test('a statement behind a lock sees what was committed while the lock was waited for', async () => {
  await insert(connection.db as Tx, 1)
  let waiting: Promise<number[]> | undefined
  await other.db.transaction().execute(async (tx) => {
    await sql`select from things where id = 1 for update`.execute(tx)
    waiting = transaction(connection.db, async (own) => {
      const lock = sql`select from things where id = ${1} for update`.execute(own)
      const [, seen] = await sendTogether([lock, read(own)])
      return seen
    })
    const isWaiting = async () =>
      (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(other.db)).rows
        .length > 0
    while (!(await isWaiting())) await new Promise(setImmediate)
    await insert(tx, 2)
  })
  expect(await waiting).toEqual([1, 2])
})

test('a failing statement undoes all, is reported itself, and leaves the connection usable', async () => {
  await insert(connection.db as Tx, 1)
  const twoSteps = async (tx: Tx) => {
    await insert(tx, 2)
    await insert(tx, 3)
  }
  await expect(transaction(connection.db, (tx) => sendTogether([twoSteps(tx), insert(tx, 1), insert(tx, 4)]))).rejects.toThrow(
    /duplicate key/,
  )
  expect(await stored()).toEqual([1])
})

test('when one act refuses, the steps of the others end before the rollback', async () => {
  const refuse = async () => {
    throw new Error('refused')
  }
  const twoSteps = async (tx: Tx) => {
    await insert(tx, 1)
    await insert(tx, 2)
  }
  await expect(transaction(connection.db, (tx) => sendTogether([refuse(), twoSteps(tx)]))).rejects.toThrow('refused')
  expect(await stored()).toEqual([])
})

test('no statement is sent after the end', async () => {
  const kept = await transaction(connection.db, async (tx) => tx)
  await expect(insert(kept, 1)).rejects.toThrow('has ended')
  expect(await stored()).toEqual([])
})

test('what is refused at commit is reported', async () => {
  await sql`create table parts (thing int references things deferrable initially deferred)`.execute(connection.db)
  await expect(transaction(connection.db, (tx) => sql`insert into parts values (${7})`.execute(tx))).rejects.toThrow(/foreign key/)
  expect(await stored()).toEqual([])
})
