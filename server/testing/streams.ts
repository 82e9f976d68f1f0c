import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { buildApp } from '#server/app.ts'
import { openLiveFeed } from '#server/shared/live/live-feed.ts'
import { circleForm } from './circle-form.ts'
import type { Person } from './seed.ts'
import { openEvents } from './sse.ts'
import { authHeaders, type TestApp } from './test-app.ts'

export const createCircle = async (testApp: TestApp, owner: Person, criteria = {}) =>
  (await testApp.call(owner, 'POST', 'app/circle', circleForm(criteria))).data<Circle>()
export const buyArcs = (testApp: TestApp, buyer: Person, circle: Circle, investmentAmount = 75_000) =>
  testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount })

/** A second API process: its own LISTEN connection and streams on the same database. */
export async function startSecondProcess(testApp: TestApp) {
  const live = await openLiveFeed(testApp.databaseUrl)
  const app = await buildApp({ ...testApp.services, live })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await app.close()
    await live.close()
  }
  onTestFinished(close)
  return { url, close }
}

/** An old event, so that a resume position counts as known while transactions of other test files hold it back. */
export const writeOldEvent = (testApp: TestApp) =>
  sql`insert into live_events (xid, user_id, topic) values ('3', gen_random_uuid(), 'circle')`.execute(testApp.db)

export async function openStream(url: string, person: Person, query = '', headers: Record<string, string> = {}) {
  const stream = await openEvents(`${url}/api/app/stream${query}`, { ...authHeaders(person.token), ...headers })
  onTestFinished(() => stream.stop())
  // Owners and brokers also get notice events, which these tests do not check.
  const next = async () => {
    for (;;) {
      const received = await stream.next()
      if (received.event !== 'notices') return received
    }
  }
  return { ...stream, next }
}
