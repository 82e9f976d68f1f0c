import { sql } from 'kysely'
import { readRefreshToken } from '#server/sessions/refresh-token.ts'
import type { Person } from './seed.ts'
import type { Answer, TestApp } from './test-app.ts'

/** The person's data, as after a step-up. */
export async function exportOf({ db, services, call }: TestApp, person: Pick<Person, 'token'>): Promise<Answer> {
  const session = readRefreshToken(services.keys, person.token.refreshToken)
  if (!session) throw new Error('the person has no session')
  const values = { means: 'password', expires_at: sql<Date>`now() + interval '1 minute'` }
  await db
    .insertInto('step_ups')
    .values({ session_id: session.sessionId, purpose: 'export_data', ...values })
    .execute()
  return call(person, 'GET', 'app/export')
}
