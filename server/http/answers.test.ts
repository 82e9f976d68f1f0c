import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { refusals } from '#contract/errors.ts'
import { failure } from '#contract/failure.ts'
import { transaction } from '#server/db/transaction.ts'
import { signAccessToken } from '#server/sessions/access-token.ts'
import { test } from '#server/testing/test-app.ts'

for (const [what, path] of [
  ['cannot be decoded', 'public/location-search/%ff'],
  ['ends in a lone per cent sign', 'public/location-search/%'],
  ['is far too long', `public/circle/${'x'.repeat(3_000)}/owner`],
] as const)
  test(`a URL that ${what} is refused in the usual format, without repeating the input`, async ({ testApp }) => {
    const answer = await testApp.call(null, 'POST', path)
    expect(answer.status).toBe(400)
    expect(failure.parse(answer.body)).toMatchObject({ status: 400, code: 'malformed', error: 'The request could not be read.' })
    expect(answer.text).not.toContain('public')
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })

test('every kind of failure has a code, a status and a sentence', async ({ testApp }) => {
  const person = await testApp.seed.person()
  const expired = await signAccessToken(testApp.services.keys, { userId: person._id, sessionId: person._id }, -1)
  const answers = {
    missing_tokens: await testApp.call(null, 'GET', 'auth/whoami'),
    access_token_expired: await testApp.call({ token: { ...person.token, accessToken: expired } }, 'GET', 'auth/whoami'),
    not_allowed: await testApp.call(person, 'GET', 'admin/user'),
    invalid: await testApp.call(null, 'POST', 'auth/login', {}),
    malformed: await testApp.call(null, 'POST', 'auth/login', '{', { 'content-type': 'application/json' }),
    not_found: await testApp.call(null, 'GET', 'no/such/call'),
    circle_not_found: await testApp.call(null, 'GET', 'public/circle/01890a5d-ac96-774b-bcce-b302099a8057'),
  } as const
  for (const code of Object.keys(answers) as (keyof typeof answers)[]) {
    const { status, error } = refusals[code]
    expect(failure.parse(answers[code].body)).toMatchObject({ status, code, error })
  }
})

test('a write that waited too long for a lock is answered with 503, had no effect and can be repeated', async ({ testApp }) => {
  const person = await testApp.seed.investor()
  const write = () => testApp.call(person, 'POST', 'app/calendar')
  const answer = await transaction(testApp.db, async (tx) => {
    await sql`select from users where id = ${person._id} for update`.execute(tx)
    let isAnswered = false
    const waiting = write().finally(() => {
      isAnswered = true
    })
    // PostgreSQL cancels its statements as it does after the time that one may take.
    for (; !isAnswered; await setTimeout(10))
      await sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(testApp.db)
    return waiting
  })
  expect(failure.parse(answer.body)).toMatchObject({ status: 503, code: 'busy' })
  expect(answer.headers).toMatchObject({ 'retry-after': '2' })
  expect((await write()).status).toBe(200)
})
