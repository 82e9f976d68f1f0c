import { describe, expect } from 'vitest'
import { productionEnv, startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

type Mail = { to: string; subject: string; text: string; html: string; createdAt: string }

const get = (testApp: TestApp, path: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  testApp.app.inject({ method: 'GET', url: path, headers: { host: 'localhost:3000', ...headers }, remoteAddress })

async function forget(testApp: TestApp, email: string): Promise<void> {
  await testApp.call(null, 'POST', 'auth/request-token', { email, confirmEmail: email })
  await testApp.runJobs()
}

describe('in demo mode', () => {
  test('a reset mail appears in the mailbox, newest first', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ firstName: 'Maya', email: 'maya@test.example' })
    const theo = await testApp.seed.investor({ firstName: 'Theo', email: 'theo@test.example' })
    await forget(testApp, maya.email)
    await forget(testApp, theo.email)

    const mails = (await get(testApp, '/dev/mailbox.json')).json<Mail[]>()
    expect(mails.map(({ to }) => to)).toEqual(['theo@test.example', 'maya@test.example'])
    expect(Object.keys(mails[0] ?? {})).toEqual(['to', 'subject', 'text', 'html', 'createdAt'])
    expect(mails[0]?.subject).toBe('Reset your Arcstead password')

    const link = new URL(/http\S+/.exec(mails[1]?.text ?? '')?.[0] ?? '')
    const password = 'Orchid-lamp-77'
    const form = { password, confirmPassword: password, token: link.searchParams.get('token'), id: link.searchParams.get('id') }
    expect((await testApp.call(null, 'POST', 'auth/reset-password', form)).body.message).toBe('success')
  })

  test('the JSON can be filtered by recipient', async ({ testApp }) => {
    const robin = await testApp.seed.investor({ email: 'robin@test.example' })
    await forget(testApp, robin.email)
    const mails = (await get(testApp, '/dev/mailbox.json?to=robin@test.example')).json<Mail[]>()
    expect(mails.map(({ to }) => to)).toEqual(['robin@test.example'])
  })

  test('the page shows a mail in a sandboxed frame, and its plain text', async ({ testApp }) => {
    const sam = await testApp.seed.investor({ firstName: '<script>Sam', email: 'sam@test.example' })
    await forget(testApp, sam.email)
    const page = await get(testApp, '/dev/mailbox')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain('sam@test.example')
    expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('Hello &lt;script&gt;Sam')

    const earlier = /\/dev\/mailbox\/([0-9a-f-]{36})"(?! aria-current)/.exec(page.body)?.[1]
    const opened = await get(testApp, `/dev/mailbox/${earlier}`)
    expect(opened.statusCode).toBe(200)
    expect(opened.body).toContain(`href="/dev/mailbox/${earlier}" aria-current="true"`)
  })

  test('an unknown mail is not found', async ({ testApp }) => {
    expect((await get(testApp, '/dev/mailbox/0')).statusCode).toBe(404)
    expect((await get(testApp, '/dev/mailbox/01890a5d-ac96-774b-bcce-b302099a8057')).statusCode).toBe(404)
  })

  test('an empty mailbox says how to fill it', async () => {
    const testApp = await startTestApp()
    expect((await get(testApp, '/dev/mailbox')).body).toContain('No mail yet')
    await testApp.close()
  })
})

const paths = ['/dev/mailbox', '/dev/mailbox.json']

describe.each(paths)('%s does not exist', (path) => {
  test.for<[string, Record<string, string>, string]>([
    ['another machine', {}, '192.168.1.20'],
    ['another machine that says it is this one', { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.7'],
    ['a proxy on this machine', { 'x-forwarded-for': '10.0.0.7' }, '127.0.0.1'],
    ['a proxy that hides its client', { via: '1.1 proxy' }, '127.0.0.1'],
    ['a proxy that speaks of its client otherwise', { 'x-forwarded-proto': 'https' }, '127.0.0.1'],
    ['a page of another host', { origin: 'https://evil.example' }, '127.0.0.1'],
    ['a foreign name made to point here', { host: 'evil.example' }, '127.0.0.1'],
    ['a name that only begins like ours', { host: 'localhost.evil.example:3000' }, '127.0.0.1'],
  ])('for %s', async ([, headers, remoteAddress], { testApp }) => {
    const answer = await get(testApp, path, headers, remoteAddress)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ status: 404, error: 'There is nothing at this address.' })
  })

  test('with a public PUBLIC_URL, even if the database and the listen address are those of demo mode', async () => {
    const { DATABASE_URL: _, ...embedded } = productionEnv
    const testApp = await startTestApp(embedded)
    expect((await get(testApp, path)).statusCode).toBe(404)
    await testApp.close()
  })

  test('in production', async () => {
    const testApp = await startTestApp(productionEnv)
    expect((await get(testApp, path)).statusCode).toBe(404)
    await testApp.close()
  })
})

test('all local host names of this machine are accepted', async ({ testApp }) => {
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
    expect((await get(testApp, '/dev/mailbox.json', { host })).statusCode).toBe(200)
  }
  expect((await get(testApp, '/dev/mailbox.json', {}, '::ffff:127.0.0.1')).statusCode).toBe(200)
  expect((await get(testApp, '/dev/mailbox.json', {}, '::1')).statusCode).toBe(200)
})

test('if mails are sent by SMTP, the page says so', async () => {
  const testApp = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  expect((await get(testApp, '/dev/mailbox')).body).toContain('Mails are sent, not kept')
  await testApp.close()
})
