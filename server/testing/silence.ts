import { sql } from 'kysely'
import type { Person } from './seed.ts'
import type { ApiUnderTest } from './test-app.ts'

/** Moves a person's last request and the mails about it into the past, as if days had gone by. */
export async function passDaysAway(testApp: ApiUnderTest, { _id }: Person, days: number): Promise<void> {
  const shift = sql`make_interval(secs => ${days * 86_400})`
  await sql`update last_requests set at = at - ${shift} where user_id = ${_id}`.execute(testApp.db)
  await sql`update silence_warnings set at = at - ${shift} where user_id = ${_id}`.execute(testApp.db)
}

/** The person makes no request for sixty days and gets two mails. The others of the test are seen meanwhile. */
export async function fallSilent(testApp: ApiUnderTest & { runTask(name: string): Promise<unknown> }, person: Person): Promise<void> {
  await testApp.runTask('find-silent')
  for (const days of [46, 7, 7]) {
    await passDaysAway(testApp, person, days)
    await testApp.runTask('find-silent')
  }
  // Since before anything that closes in the test.
  await sql`update silences set since = since - interval '1 hour' where user_id = ${person._id} and ended_at is null`.execute(testApp.db)
}
