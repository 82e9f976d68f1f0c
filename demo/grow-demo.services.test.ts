import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { proveLedger } from '#server/commands/prove-ledger.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { dataKeysOf } from '#server/shared/pay-details/data-keys.ts'
import { copyTemplate, type OwnDatabase } from '#server/testing/database.ts'
import { growDemo } from './grow-demo.ts'
import { emailOf } from './logins.ts'

let copy: OwnDatabase
let client: pg.Client
const files = new Set<string>()
const store = {
  put: async ({ key }: { readonly key: string }) => {
    files.add(key)
  },
}

async function open(): Promise<void> {
  copy = await copyTemplate(inject('postgresUrl'))
  client = new pg.Client({ connectionString: copy.url })
  await client.connect()
}
async function close(): Promise<void> {
  await client.end()
  await copy.drop()
}

const grow = (circles: number, users: number) => {
  const keys = deriveKeys('a secret of the tests')
  const dataKeys = dataKeysOf(Buffer.alloc(32, 7), undefined)
  return growDemo({ databaseUrl: copy.url, store, root: projectRoot(), keys, dataKeys, publicUrl: 'http://localhost' }, { circles, users })
}
const count = async (sql: string): Promise<number> => Number((await client.query(sql)).rows[0]?.count)

describe('a demo with 100 circles and 200 people', () => {
  beforeAll(async () => {
    await open()
    await grow(100, 200)
  })
  afterAll(close)

  test('the demo investor is a member of its own ten circles only, not of generated ones', async () => {
    expect(
      await count(
        `select count(*) from memberships m join users u on u.id = m.user_id where u.email = '${emailOf('investor')}' and m.ended_at is null`,
      ),
    ).toBe(10)
  })

  test('has exactly these, and a second run adds the missing ones, with a correct ledger', async () => {
    expect(await count('select count(*) from circles')).toBe(100)
    expect(await count('select count(*) from users')).toBe(200)
    await grow(400, 210)
    expect(await count('select count(*) from circles')).toBe(400)
    expect(await count('select count(*) from users')).toBe(210)
    await grow(300, 100)
    expect(await count('select count(*) from circles')).toBe(400)

    expect((await proveLedger(client)).disagreements).toEqual([])
    const { rows } = await client.query('select image_key from property_pictures')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ image_key }) => files.has(image_key))).toBe(true)
    expect(await count('select count(distinct minimum_share_size) from circles')).toBe(8)
    // The circles of circles.tsv stay the newest.
    expect(
      await count(
        `select count(*) from (select * from circles order by created_at desc limit 62) c where title = 'Prospect Row' or title = 'Lakeview Portfolio'`,
      ),
    ).toBe(2)
  })
})

describe('a database with real accounts', () => {
  beforeEach(open)
  afterEach(close)

  test('gets no demo data', async () => {
    await client.query(`insert into users (id, first_name, last_name, email) values (gen_random_uuid(), 'A', 'B', 'someone@real.example')`)
    await expect(grow(100, 100)).rejects.toThrow('accounts that are not the demo’s')
    expect(await count('select count(*) from users')).toBe(1)
  })
})
