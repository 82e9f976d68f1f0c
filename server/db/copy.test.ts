import pg from 'pg'
import { expect } from 'vitest'
import { test } from '#server/testing/test-app.ts'
import { copyRows } from './copy.ts'
import { newId } from './ids.ts'

test('values written by COPY are read back unchanged: tabs, line breaks, backslashes, null, dates and arrays', async ({ testApp }) => {
  const client = new pg.Client({ connectionString: testApp.databaseUrl })
  await client.connect()
  const names = ['tab\there', 'line\nand\r\nline', 'back\\slash \\N \\. \\t', '', 'quote \' and "', '日本 🏠', '\\N']
  const createdAt = new Date('2026-01-02T03:04:05.678Z')
  const rows = names.map((name, index) => {
    const id = newId(index + 1)
    const types = name === '' ? [] : ['condo', 'land']
    return {
      id,
      first_name: name,
      last_name: 'x',
      email: `${id}@test.example`,
      is_broker: true,
      tos_accepted_at: null,
      preferred_property_types: types,
      created_at: createdAt,
    }
  })
  await copyRows(client, 'users', rows)
  await copyRows(client, 'users', [])
  await client.end()

  const found = await testApp.db.selectFrom('users').selectAll().orderBy('id').execute()
  expect(found.map((row) => row.first_name)).toEqual(names)
  expect(found.map((row) => row.preferred_property_types.length)).toEqual([2, 2, 2, 0, 2, 2, 2])
  expect(found.every((row) => row.is_broker && row.tos_accepted_at === null)).toBe(true)
  expect(found[0]?.created_at).toEqual(createdAt)
})
