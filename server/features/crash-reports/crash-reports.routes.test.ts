import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import { type Caller, startTestApp, type TestApp } from '#server/testing/test-app.ts'

const path = 'public/log/crash-report'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ RATE_LIMITS: 'off' })
  return () => testApp.close()
})

const crash = {
  id: 'new',
  error: { name: 'TypeError', message: 'x is undefined', stack: 'TypeError: x\n  at Circle (index.js:1:2)', code: 7, statusCode: 500 },
  data: { componentName: 'CirclePage', location: 'http://localhost:3000/circle/7', browser: 'Chromium' },
}

async function report(body: object, caller: Caller = null, at = testApp): Promise<string> {
  const answer = await at.call(caller, 'POST', path, body)
  expect(answer.status).toBe(200)
  return answer.data<{ id: string }>().id
}

const stored = (id: string) => testApp.db.selectFrom('crash_reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a crashed page', () => {
  test.each([path, 'public/submit-crash-report', 'log/crash-report'])('may report it to %s', async (address) => {
    const answer = await testApp.call(null, 'POST', address, crash)
    expect(answer.status).toBe(200)
    const { id } = answer.data<{ id: string }>()
    expect(id).toMatch(/^[\w-]{32}$/)
    expect(await stored(id)).toMatchObject({
      error: { ...crash.error, code: '7', statusCode: '500' },
      data: crash.data,
      status: 'open',
      user_id: null,
    })
  })

  test('gets a new id for each report', async () => {
    expect(await report(crash)).not.toBe(await report(crash))
  })

  test.each<[string, unknown]>([
    ['nothing but the wish', {}],
    ['an error that is null', { id: 'new', error: null, data: null }],
    ['objects where texts are expected', { error: { message: { deep: [1] }, cause: { name: 'AbortError' } }, data: { location: {} } }],
    ['what PostgreSQL cannot hold', { error: { message: 'a\0b \uD800', stack: '\0' }, message: '\uDFFF' }],
    ['fields nobody asked for', { ...crash, status: 'solved', solvedBy: 'me', __proto__: { isAdmin: true } }],
  ])('may send %s', async (_what, body) => {
    const id = await report(body as object)
    expect((await stored(id)).status).toBe('open')
  })

  test('may send deeply nested values', async () => {
    const payload = `{"error":{"cause":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
    const reply = await testApp.app.inject({
      method: 'POST',
      url: `/api/${path}`,
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(200)
  })

  test('has long values truncated, and is refused above 64 kB', async () => {
    const long = 'word '.repeat(6_000)
    const row = await stored(await report({ error: { stack: long }, data: { userDescription: long } }))
    expect((row.error as { stack: string }).stack).toHaveLength(20_000)
    expect(row.user_description).toHaveLength(4_000)
    expect((await testApp.call(null, 'POST', path, { error: { stack: 'x'.repeat(65_536) } })).status).toBe(413)
  })

  test('never stores a token, wherever it was', async () => {
    const investor = await testApp.seed.investor()
    const link = randomBytes(32).toString('base64url')
    const { accessToken, refreshToken } = investor.token
    const texts = [
      `Authorization: Bearer ${accessToken}`,
      `sent ${refreshToken}`,
      `/reset-password?token=${link}`,
      '{"password":"Orchid-lamp-77"}',
    ]
    const everywhere = texts.join(' and ')
    const id = await report({
      message: everywhere,
      error: { name: everywhere, message: everywhere, stack: everywhere, cause: { deep: everywhere }, code: everywhere },
      data: { componentName: everywhere, location: `http://x/?a=1&token=${link}&id=7`, browser: everywhere, userDescription: everywhere },
    })
    const kept = JSON.stringify(await stored(id))
    for (const secret of [accessToken, refreshToken, link, 'Orchid-lamp-77']) expect(kept).not.toContain(secret)
    expect(kept).toContain('http://x/?a=1&token=[removed]&id=7')
  })
})

describe('the holder of a report’s id', () => {
  test('may claim the report', async () => {
    const investor = await testApp.seed.investor()
    const id = await report(crash)
    expect(await report({ id, data: { user: investor._id } }, investor)).toBe(id)
    expect(await stored(id)).toMatchObject({ user_id: investor._id, error: { message: 'x is undefined' } })
  })

  test('may add a description', async () => {
    const investor = await testApp.seed.investor()
    const id = await report(crash)
    await report({ id, data: { user: { _id: investor._id } } }, investor)
    await report({ id, message: 'Manual Crash Report', data: { userDescription: 'I pressed Join.' } }, investor)
    expect(await stored(id)).toMatchObject({
      message: 'Manual Crash Report',
      user_description: 'I pressed Join.',
      user_id: investor._id,
      error: { message: 'x is undefined' },
      data: { componentName: 'CirclePage' },
    })
  })

  test('cannot name someone else, claim it while signed out, or take over a claimed report', async () => {
    const [maya, theo] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const id = await report({ ...crash, data: { user: theo._id } }, maya)
    await report({ id, data: { user: maya._id } })
    expect((await stored(id)).user_id).toBeNull()
    await report({ id, data: { user: maya._id } }, maya)
    await report({ id, data: { user: theo._id } }, theo)
    expect((await stored(id)).user_id).toBe(maya._id)
  })

  test('cannot change what the page reported', async () => {
    const id = await report(crash)
    await report({ id, error: { message: 'all is well' }, data: { location: 'elsewhere' }, status: 'solved' })
    expect(await stored(id)).toMatchObject({ status: 'open', error: { message: 'x is undefined' }, data: crash.data })
  })

  test.each(['no-such-report', '', '\0'])('needs an existing id: %j', async (id) => {
    const answer = await testApp.call(null, 'POST', path, { id, message: 'hello' })
    expect(answer.status).toBe(id === '\0' ? 400 : 404)
  })
})

test('an address may send 30 reports an hour, and then still add to its own', async () => {
  const strict = await startTestApp()
  const send = (body: object) => report(body, null, strict)
  const id = await send(crash)
  for (let sent = 1; sent < rateLimits.crash_report_address.most; sent++) await send(crash)
  const refused = await strict.call(null, 'POST', 'public/submit-crash-report', crash)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

  for (let added = 0; added < rateLimits.crash_report_addition_address.most; added++) await send({ id, message: 'again' })
  expect((await strict.call(null, 'POST', path, { id, message: 'again' })).status).toBe(429)
  await strict.close()
})
