import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { copyTemplate } from '#server/testing/database.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { circleCache } from './circle-cache.ts'
import { followCircleChanges } from './circle-changes.ts'

test('circles are read by one plan, however many they are', async () => {
  const { url, drop } = await copyTemplate(inject('postgresUrl'))
  await fillWithCircles(url, 1_000)
  const { db, close } = connect(url, { max: 1 })
  try {
    const changes = followCircleChanges(db)
    const cache = circleCache(db, changes)
    const ids = (await db.selectFrom('circles').select('id').limit(9).execute()).map(({ id }) => id)
    for (let count = 1; count <= ids.length; count++) {
      expect((await cache.findAll(ids.slice(0, count))).map(({ row }) => row.id)).toEqual(ids.slice(0, count))
      changes.forget()
    }
    const { rows } = await sql<{ plans: number[] }>`select array[custom_plans, generic_plans]::int[] as plans
      from pg_prepared_statements where statement like '%creator_first_name%'`.execute(db)
    // PostgreSQL makes five plans for known values before it compares their cost with that of one for all.
    expect(rows).toEqual([{ plans: [5, 4] }])
  } finally {
    await close()
    await drop()
  }
})
