import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Answer, TestApp } from './test-app.ts'

/** In milliseconds. */
const longestMoment = 1_000

async function isAnyoneWaiting({ db }: TestApp): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return (rows[0]?.waiting ?? 0) > 0
}

/** The answer of a request, or null if it waits for a lock. For a moment it may: for what else is written at that time. */
export async function orWaits(testApp: TestApp, request: Promise<Answer>): Promise<Answer | null> {
  const given: Answer[] = []
  void request.then((answer) => given.push(answer))
  let since: number | null = null
  while (given.length === 0 && (since === null || performance.now() - since < longestMoment)) {
    since = (await isAnyoneWaiting(testApp)) ? (since ?? performance.now()) : null
    await new Promise(setImmediate)
  }
  return given[0] ?? null
}

/** Resolves once a query waits for a lock. */
export async function untilSomeoneWaits(testApp: TestApp): Promise<void> {
  while (!(await isAnyoneWaiting(testApp))) await new Promise(setImmediate)
}

/**
 * Locks the circle's row until the request waits for it, after all checks before the lock; then runs `change` and releases the lock. A
 * check that is not repeated under the lock is then out of date.
 */
export async function changeBeforeLock(
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
