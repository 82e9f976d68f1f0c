import { sql } from 'kysely'
import { expect } from 'vitest'
import { readMonthPeople } from '#server/shared/book/month-people.ts'
import { createBookCircle } from '#server/testing/book-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

test('who was treasurer in a month is found by time: the owner of that time, or whom a motion had named until the next one or until they left', async ({
  testApp,
}) => {
  const { ann, ben, cy, circleId, decide } = await createBookCircle(testApp)
  const { db } = testApp
  const names = new Map([ann, ben, cy].map(({ _id }, index) => [_id, ['ann', 'ben', 'cy'][index]]))
  const treasurersIn = async (month: string) => (await readMonthPeople(db, circleId, month)).treasurers.map((id) => names.get(id)).sort()
  const handOver = async (from: Person, to: string, at: string) => {
    expect((await testApp.call(from, 'POST', `app/circle/${circleId}/owner`, { user: to })).status).toBe(200)
    await sql`alter table audit_log disable trigger user`.execute(db)
    await sql`update audit_log set at = ${at}::timestamptz where id = (select max(id) from audit_log where act = 'circle.handed_over')`.execute(
      db,
    )
    await sql`alter table audit_log enable trigger user`.execute(db)
  }
  const name = async (member: string, at: string) => {
    await decide({ kind: 'treasurer', member })
    await sql`alter table treasurers disable trigger user`.execute(db)
    await sql`update treasurers set at = ${at}::timestamptz where at = (select max(at) from treasurers)`.execute(db)
    await sql`alter table treasurers enable trigger user`.execute(db)
  }
  await sql`update memberships set created_at = '2024-01-01' where circle_id = ${circleId}`.execute(db)
  await handOver(ann, ben._id, '2025-02-15T12:00Z')
  expect(await treasurersIn('2025-01')).toEqual(['ann'])
  expect(await treasurersIn('2025-02')).toEqual(['ann', 'ben'])
  expect(await treasurersIn('2025-03')).toEqual(['ben'])

  await name(cy._id, '2025-04-15T12:00Z')
  expect(await treasurersIn('2025-01')).toEqual(['ann'])
  expect(await treasurersIn('2025-04')).toEqual(['ben', 'cy'])
  expect(await treasurersIn('2025-05')).toEqual(['cy'])
  // They leave, and come back later: the owner is treasurer until a motion names the next one.
  await sql`update memberships set ended_at = '2025-06-15T12:00Z' where circle_id = ${circleId} and user_id = ${cy._id}`.execute(db)
  await sql`insert into memberships (id, circle_id, user_id, created_at) values (gen_random_uuid(), ${circleId}, ${cy._id}, '2025-07-15')`.execute(
    db,
  )
  expect(await treasurersIn('2025-05')).toEqual(['cy'])
  expect(await treasurersIn('2025-06')).toEqual(['ben', 'cy'])
  expect(await treasurersIn('2025-08')).toEqual(['ben'])
})
