import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Answer, TestApp } from './test-app.ts'

async function isAnyoneWaiting({ db }: TestApp): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return (rows[0]?.waiting ?? 0) > 0
}

/**
 * Holds the circle's row until the request waits for it, having passed every check before the lock; then `change` happens and the
 * request goes on. Whatever it did not check again under the lock is out of date by then.
 */
export async function overtake(
  testApp: TestApp,
  circleId: string,
  request: () => Promise<Answer>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<Answer> {
  let isDone = false
  let answer: Promise<Answer> | undefined
  await testApp.db.transaction().execute(async (tx) => {
    await tx.selectFrom('circles').select('id').where('id', '=', circleId).forNoKeyUpdate().execute()
    answer = request().finally(() => {
      isDone = true
    })
    while (!isDone && !(await isAnyoneWaiting(testApp))) await new Promise(setImmediate)
    await change(tx)
  })
  if (!answer) throw new Error('the request was not sent')
  return answer
}
