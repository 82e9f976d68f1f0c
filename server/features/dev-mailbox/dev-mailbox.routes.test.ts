import { describe, expect } from 'vitest'
import { type House, openHouse, productionEnv, test } from '#server/testing/house.ts'

type Mail = { to: string; subject: string; text: string; html: string; createdAt: string }

const get = (house: House, path: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  house.app.inject({ method: 'GET', url: path, headers: { host: 'localhost:3000', ...headers }, remoteAddress })

async function forget(house: House, email: string): Promise<void> {
  await house.call(null, 'POST', 'auth/request-token', { email, confirmEmail: email })
  await house.runJobs()
}

describe('in a demonstration', () => {
  test('a reset mail travels from the API to the mailbox, newest first', async ({ house }) => {
    const maya = await house.seed.investor({ firstName: 'Maya', email: 'maya@test.example' })
    const theo = await house.seed.investor({ firstName: 'Theo', email: 'theo@test.example' })
    await forget(house, maya.email)
    await forget(house, theo.email)

    const mails = (await get(house, '/dev/mailbox.json')).json<Mail[]>()
    expect(mails.map(({ to }) => to)).toEqual(['theo@test.example', 'maya@test.example'])
    expect(Object.keys(mails[0] ?? {})).toEqual(['to', 'subject', 'text', 'html', 'createdAt'])
    expect(mails[0]?.subject).toBe('Reset your Arcstead password')

    const link = new URL(/http\S+/.exec(mails[1]?.text ?? '')?.[0] ?? '')
    const password = 'Orchid-lamp-77'
    const form = { password, confirmPassword: password, token: link.searchParams.get('token'), id: link.searchParams.get('id') }
    expect((await house.call(null, 'POST', 'auth/reset-password', form)).body.message).toBe('success')
  })

  test('programs may ask for the mails of one person', async ({ house }) => {
    const robin = await house.seed.investor({ email: 'robin@test.example' })
    await forget(house, robin.email)
    const mails = (await get(house, '/dev/mailbox.json?to=robin@test.example')).json<Mail[]>()
    expect(mails.map(({ to }) => to)).toEqual(['robin@test.example'])
  })

  test('the page shows a mail in a frame that can run nothing, and its plain text', async ({ house }) => {
    const sam = await house.seed.investor({ firstName: '<script>Sam', email: 'sam@test.example' })
    await forget(house, sam.email)
    const page = await get(house, '/dev/mailbox')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain('sam@test.example')
    expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('Hello &lt;script&gt;Sam')

    const earlier = /\/dev\/mailbox\/([0-9a-f-]{36})"(?! aria-current)/.exec(page.body)?.[1]
    const opened = await get(house, `/dev/mailbox/${earlier}`)
    expect(opened.statusCode).toBe(200)
    expect(opened.body).toContain(`href="/dev/mailbox/${earlier}" aria-current="true"`)
  })

  test('a mail that is not there is not found', async ({ house }) => {
    expect((await get(house, '/dev/mailbox/0')).statusCode).toBe(404)
    expect((await get(house, '/dev/mailbox/01890a5d-ac96-774b-bcce-b302099a8057')).statusCode).toBe(404)
  })

  test('an empty mailbox says how to fill it', async () => {
    const house = await openHouse()
    expect((await get(house, '/dev/mailbox')).body).toContain('No mail yet')
    await house.close()
  })
})

const paths = ['/dev/mailbox', '/dev/mailbox.json']

describe.each(paths)('%s is not there', (path) => {
  test.for<[string, Record<string, string>, string]>([
    ['another machine', {}, '192.168.1.20'],
    ['another machine that says it is this one', { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.7'],
    ['a proxy on this machine', { 'x-forwarded-for': '10.0.0.7' }, '127.0.0.1'],
    ['a proxy that hides its client', { via: '1.1 proxy' }, '127.0.0.1'],
    ['a proxy that speaks of its client otherwise', { 'x-forwarded-proto': 'https' }, '127.0.0.1'],
    ['a page of another host', { origin: 'https://evil.example' }, '127.0.0.1'],
    ['a foreign name made to point here', { host: 'evil.example' }, '127.0.0.1'],
    ['a name that only begins like ours', { host: 'localhost.evil.example:3000' }, '127.0.0.1'],
  ])('for %s', async ([, headers, remoteAddress], { house }) => {
    const answer = await get(house, path, headers, remoteAddress)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ status: 404, error: 'There is nothing at this address.' })
  })

  test('with a public PUBLIC_URL, though database and address are those of a demonstration', async () => {
    const { DATABASE_URL: _, ...embedded } = productionEnv
    const house = await openHouse(embedded)
    expect((await get(house, path)).statusCode).toBe(404)
    await house.close()
  })

  test('in production', async () => {
    const house = await openHouse(productionEnv)
    expect((await get(house, path)).statusCode).toBe(404)
    await house.close()
  })
})

test('this machine may call itself by each of its names', async ({ house }) => {
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
    expect((await get(house, '/dev/mailbox.json', { host })).statusCode).toBe(200)
  }
  expect((await get(house, '/dev/mailbox.json', {}, '::ffff:127.0.0.1')).statusCode).toBe(200)
  expect((await get(house, '/dev/mailbox.json', {}, '::1')).statusCode).toBe(200)
})

test('when mails go out by SMTP the page says so', async () => {
  const house = await openHouse({ SMTP_URL: 'smtp://127.0.0.1:1' })
  expect((await get(house, '/dev/mailbox')).body).toContain('Mails are sent, not kept')
  await house.close()
})
