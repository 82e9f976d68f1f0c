import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { pushesReply } from '#contract/pushes.ts'
import { mailKindValues } from '#domain/mail-kinds.ts'
import { mentionOf } from '#domain/mentions.ts'
import { mostPushDevices } from '#domain/pushes.ts'
import { connect } from '#server/db/connect.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import { buildTasks } from '#server/tasks.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { startPushService } from '#server/testing/push-service.ts'
import type { Person } from '#server/testing/seed.ts'
import { test as base, startTestApp, type TestApp, testWith } from '#server/testing/test-app.ts'
import { createVotingCircle, inOneDay, setClosingDate } from '#server/testing/voting-circle.ts'

type Pushes = z.infer<typeof pushesReply>['data']

/** An app that may send pushes to this machine. */
const test = testWith({ PUSH_HOSTS: 'any' })

async function startService(testApp: TestApp) {
  const service = await startPushService(testApp.services.pushKeys.publicKey)
  onTestFinished(service.close)
  return service
}

const read = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/push')).data<Pushes>()
const switchOn = (testApp: TestApp, person: Pick<Person, 'token'>, device: object) => testApp.call(person, 'POST', 'app/push', device)

const mailShares = (testApp: TestApp, person: Person, circleTitle = 'Prospect Row') =>
  testApp.db
    .transaction()
    .execute((tx) =>
      queueMail(
        tx,
        'shares-free',
        { userId: person._id, email: person.email },
        { circleTitle, shares: 1, link: 'https://a.example/x?y=1' },
      ),
    )

test('a vote request is pushed encrypted and signed, with the circle and the kind and nothing else', async ({ testApp }) => {
  const service = await startService(testApp)
  const { owner, members, circle, property } = await createVotingCircle(testApp, 2, ['Ann', 'Ben'])
  const [asked, without] = members as [Person, Person]
  expect((await switchOn(testApp, asked, service.subscription())).status).toBe(200)
  await setClosingDate(testApp, owner, property, inOneDay())
  await testApp.runJobs()
  expect(service.failures).toEqual([])
  expect(service.received).toHaveLength(1)
  const [push] = service.received
  expect(push?.message).toEqual({
    title: circle.title,
    body: 'You are asked to vote.',
    path: expect.stringContaining(property._id),
    tag: push?.topic,
  })
  expect(push?.ttl).toBe(86_400)
  expect(push?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:support@arcstead.example' })
  expect(push?.claims.exp).toBeLessThanOrEqual(Date.now() / 1_000 + 24 * 3_600)
  // Neither the property's address and price nor a person. Ids may contain any digits.
  const words = push?.text.replaceAll(/[0-9a-f-]{32,}/g, '') ?? ''
  expect(words).toContain(circle.title)
  for (const secret of [property.address, '845', '75,000', '$', 'Ann', 'Olga', 'Owner', asked.email, owner.email]) {
    expect(words).not.toContain(secret)
  }
  expect((await read(testApp, without)).devices).toEqual([])
})

test('the push of a mention opens the discussion', async ({ testApp }) => {
  const service = await startService(testApp)
  const { owner, members, circle } = await createVotingCircle(testApp, 1)
  const [member] = members as [Person]
  await switchOn(testApp, member, service.subscription())
  const text = `Canary ${mentionOf(member._id)}`
  expect((await testApp.call(owner, 'POST', `app/circle/${circle._id}/conversation`, { text })).status).toBe(200)
  await testApp.runJobs()
  const [push] = service.received
  expect(push?.message).toMatchObject({ body: 'Someone mentions you.', path: `/circle/${circle._id}/conversation` })
  expect(push?.text).not.toContain('Canary')
})

test('a transaction that is rolled back pushes nothing', async ({ testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  await switchOn(testApp, person, service.subscription())
  const props = { circleTitle: 'Prospect Row', shares: 1, link: 'https://a.example' }
  const undone = testApp.db.transaction().execute(async (tx) => {
    await queueMail(tx, 'shares-free', { userId: person._id, email: person.email }, props)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await testApp.runJobs()
  expect(service.received).toEqual([])
})

test('the first device switches every kind on; each is then switched by itself, and apart from mails', async ({ testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  expect(await read(testApp, person)).toMatchObject({ publicKey: testApp.services.pushKeys.publicKey, devices: [] })
  expect(Object.values((await read(testApp, person)).kinds)).not.toContain(true)
  const { kinds, devices } = (await switchOn(testApp, person, service.subscription())).data<Pushes>()
  expect(Object.keys(kinds)).toEqual(mailKindValues)
  expect(Object.values(kinds)).not.toContain(false)
  expect(devices).toMatchObject([{ isCurrent: true }])

  expect((await testApp.call(person, 'PUT', 'app/push', { kinds: { place: false } })).data<Pushes>().kinds).toEqual({
    ...kinds,
    place: false,
  })
  await mailShares(testApp, person)
  await testApp.runJobs()
  expect(service.received).toEqual([])

  await testApp.call(person, 'PUT', 'app/push', { kinds: { place: true } })
  await testApp.call(person, 'PUT', 'app/notice-settings', { mails: { place: false } })
  expect(await mailShares(testApp, person)).toBeNull()
  await testApp.runJobs()
  expect(service.received.map(({ message }) => message)).toMatchObject([
    { title: 'Prospect Row', body: 'A place came free.', path: '/x?y=1' },
  ])

  expect((await testApp.call(person, 'PUT', 'app/push', { kinds: { everything: true } })).status).toBe(400)
})

test('an amount in a circle’s title is not pushed', async ({ testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  await switchOn(testApp, person, service.subscription())
  await mailShares(testApp, person, 'The $250,000 club')
  await testApp.runJobs()
  expect(service.received.map(({ message }) => message.title)).toEqual(['Arcstead'])
})

test('a kind that is switched off after the push was queued is not sent any more', async ({ testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  await switchOn(testApp, person, service.subscription())
  await mailShares(testApp, person)
  await testApp.call(person, 'PUT', 'app/push', { kinds: { place: false } })
  await testApp.runJobs()
  expect(service.received).toEqual([])
})

test.for(['sign-out', 'another device', 'a new password', 'suspension', 'an expired session'])(
  '%s ends the pushes of a session',
  async (way, { testApp }) => {
    const service = await startService(testApp)
    const [person, admin] = [await testApp.seed.investor({ password: 'Old-word-1' }), await testApp.seed.admin()]
    const other = await testApp.seed.signedInAgain(person)
    await switchOn(testApp, person, service.subscription())
    await mailShares(testApp, person)
    const ends: Record<string, () => Promise<unknown>> = {
      'sign-out': () => testApp.call(person, 'GET', 'auth/logout'),
      'another device': async () => {
        const sessions = (await testApp.call(person, 'GET', 'auth/session')).data<{ _id: string; isCurrent: boolean }[]>()
        return testApp.call(other, 'DELETE', `auth/session/${sessions.find(({ isCurrent }) => isCurrent)?._id}`)
      },
      'a new password': () =>
        testApp.call(other, 'POST', 'auth/change-password', {
          currentPassword: 'Old-word-1',
          password: 'New-word-123',
          confirmPassword: 'New-word-123',
        }),
      suspension: () => testApp.call(admin, 'PUT', `admin/user/${person._id}`, { status: 'suspended' }),
      'an expired session': () => sql`update sessions set expires_at = now() where user_id = ${person._id}`.execute(testApp.db),
    }
    await ends[way]?.()
    await testApp.runJobs()
    expect(service.received).toEqual([])
    expect(service.failures).toEqual([])
  },
)

test('a push service that is busy is asked again, with the same topic', async ({ testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  await switchOn(testApp, person, service.subscription())
  service.answerWith(503)
  await mailShares(testApp, person)
  await testApp.runJobs()
  expect(service.received).toHaveLength(1)
  service.answerWith(201)
  const tryAgain = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(testApp.db)
    await testApp.runJobs()
    return service.received.length
  }
  await expect.poll(tryAgain).toBe(2)
  // Delivered, so not sent a third time.
  expect(await tryAgain()).toBe(2)
  expect(new Set(service.received.map(({ topic }) => topic)).size).toBe(1)
})

test('push services that never answer leave workers for mails', async () => {
  const testApp = await startTestApp({ PUSH_HOSTS: 'any' })
  const service = await startService(testApp)
  const waiting: ServerResponse[] = []
  let ended = 0
  const silent = createServer((_request, response) => {
    waiting.push(response)
    response.on('close', () => ended++)
  })
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const people = await Promise.all(Array.from({ length: 8 }, () => testApp.seed.investor()))
  for (const person of people) {
    await switchOn(testApp, person, { ...service.subscription(), endpoint: `${origin}/${person._id}` })
    await mailShares(testApp, person)
  }
  const { pool, close } = connect(testApp.databaseUrl)
  const worker = await startWorker(pool, buildTasks(testApp.services), '', () => {})
  // The worker writes that a job has failed without being waited for, also while it stops.
  const untilNoneIsLocked = async () => {
    const locked = sql<{ id: string }>`select id from graphile_worker._private_jobs where locked_at is not null`
    while ((await locked.execute(testApp.db)).rows.length > 0) await new Promise(setImmediate)
  }
  onTestFinished(async () => {
    silent.closeAllConnections()
    silent.close()
    await untilNoneIsLocked()
    await worker.stop()
    await untilNoneIsLocked()
    await close()
    await testApp.close()
  })
  const queued = async () => (await testApp.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()).length
  // Until the first push is given up, or all mails have left.
  while (ended === 0 && ((await queued()) > 0 || waiting.length === 0)) await new Promise(setImmediate)
  expect(await queued()).toBe(0)
})

test.for([404, 410, 403])('a device is forgotten when its push service answers %s', async (status, { testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  await switchOn(testApp, person, service.subscription())
  service.answerWith(status)
  await mailShares(testApp, person)
  await testApp.runJobs()
  expect((await read(testApp, person)).devices).toEqual([])
})

test('a browser that somebody else used before gets only the pushes of its new owner', async ({ testApp }) => {
  const service = await startService(testApp)
  const [before, now] = [await testApp.seed.investor(), await testApp.seed.investor()]
  await switchOn(testApp, before, service.subscription())
  await switchOn(testApp, now, service.subscription())
  await mailShares(testApp, before)
  await mailShares(testApp, now)
  await testApp.runJobs()
  expect(service.received).toHaveLength(1)
  expect((await read(testApp, before)).devices).toEqual([])
})

test('a person switches their own devices off, and nobody else’s', async ({ testApp }) => {
  const service = await startService(testApp)
  const [person, stranger] = [await testApp.seed.investor(), await testApp.seed.investor()]
  const [device] = (await switchOn(testApp, person, service.subscription())).data<Pushes>().devices
  expect((await testApp.call(stranger, 'DELETE', `app/push/${device?._id}`)).body.code).toBe('push_device_not_found')
  expect((await testApp.call(person, 'DELETE', 'app/push/unknown')).status).toBe(404)
  expect((await testApp.call(person, 'DELETE', `app/push/${device?._id}`)).status).toBe(204)
  expect((await read(testApp, person)).devices).toEqual([])
})

test('the export names devices and kinds, without keys and endpoint', async ({ testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  const device = service.subscription()
  await switchOn(testApp, person, device)
  const answer = await exportOf(testApp, person)
  expect(answer.data()).toMatchObject({ pushes: { vote: true }, pushDevices: [{ since: expect.any(String) }] })
  for (const secret of Object.values(device)) {
    expect(answer.text).not.toContain(secret)
    expect((await testApp.call(person, 'GET', 'app/push')).text).not.toContain(secret)
  }
})

test('a person has pushes on at most 20 devices', async () => {
  const testApp = await startTestApp({ PUSH_HOSTS: 'any', RATE_LIMITS: 'off' })
  onTestFinished(testApp.close)
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  for (let index = 0; index < mostPushDevices; index++) {
    const session = await testApp.seed.signedInAgain(person)
    expect((await switchOn(testApp, session, service.subscription(`device-${index}`))).status).toBe(200)
  }
  expect((await switchOn(testApp, person, service.subscription('one-more'))).body.code).toBe('too_many_push_devices')
})

test('switching on is limited', async ({ testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  for (let index = 0; index < rateLimits.push_account.most; index++) await switchOn(testApp, person, service.subscription(`d-${index}`))
  expect((await switchOn(testApp, person, service.subscription('last'))).status).toBe(429)
  expect((await read(testApp, person)).devices).toHaveLength(1)
})

base('no device is accepted, and no push is sent, in our own network', async ({ testApp }) => {
  const service = await startService(testApp)
  const person = await testApp.seed.investor()
  const device = service.subscription()
  for (const endpoint of [
    device.endpoint,
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://169.254.169.254/x',
    'x',
  ]) {
    const answer = await switchOn(testApp, person, { ...device, endpoint })
    expect(answer.status).toBe(400)
    expect(answer.body.fields?.map(({ field }) => field)).toEqual(['endpoint'])
  }
  const wrongKey = { ...device, endpoint: 'https://8.8.8.8/x', p256dh: `B${'A'.repeat(86)}` }
  expect((await switchOn(testApp, person, wrongKey)).body.fields?.map(({ field }) => field)).toEqual(['p256dh'])
  // A row that came to be otherwise, as when a name leads elsewhere later.
  expect((await switchOn(testApp, person, { ...device, endpoint: 'https://8.8.8.8/x' })).status).toBe(200)
  await testApp.db.updateTable('push_subscriptions').set({ endpoint: device.endpoint }).where('user_id', '=', person._id).execute()
  await mailShares(testApp, person)
  await testApp.runJobs()
  expect(service.received).toEqual([])
  expect((await read(testApp, person)).devices).toEqual([])
})

base('the keys of an installation are made once', async ({ testApp }) => {
  const { rows } = await sql<{ public_key: string }>`select public_key from push_keys`.execute(testApp.db)
  expect(rows).toEqual([{ public_key: testApp.services.pushKeys.publicKey }])
})
