import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { type House, openHouse, test } from '#server/testing/house.ts'
import { open, startSmtp } from '#server/testing/smtp.ts'
import { queueMail } from './queue-mail.ts'

const link = 'http://localhost:3000/reset-password?token=the-secret-of-this-link&id=7'

const queue = (house: House, email: string) =>
  house.db.transaction().execute((tx) => queueMail(tx, 'reset-password', { userId: null, email }, { firstName: 'Maya', link }))

const mailTo = (house: House, email: string) =>
  house.db.selectFrom('mails').selectAll().where('to_address', '=', email).executeTakeFirstOrThrow()

/** Lets the time pass that a failed job rests before its next try. */
const passTime = (house: House) => sql`update graphile_worker._private_jobs set run_at = now()`.execute(house.db)

describe('a mail is queued with what it tells of', () => {
  test('nothing is sent of a transaction that was rolled back', async ({ house }) => {
    const refused = house.db.transaction().execute(async (tx) => {
      await queueMail(tx, 'reset-password', { userId: null, email: 'undone@test.example' }, { firstName: 'Maya', link })
      throw new Error('changed our mind')
    })
    await expect(refused).rejects.toThrow('changed our mind')
    await house.runJobs()
    expect(await house.db.selectFrom('mails').selectAll().where('to_address', '=', 'undone@test.example').execute()).toEqual([])
  })

  test('an address that no server could take is not queued, and that is told', async ({ house }) => {
    expect(await queue(house, 'robin@test.example')).toBe(true)
    for (const email of ['', 'robin', 'a@test.example, b@test.example', 'a@test.example\r\nBcc: b@test.example', '<a@test.example>']) {
      expect(await queue(house, email)).toBe(false)
    }
  })
})

test('without an SMTP server a mail is kept, readable', async ({ house }) => {
  await queue(house, 'kept@test.example')
  await house.runJobs()
  const mail = await mailTo(house, 'kept@test.example')
  expect(mail).toMatchObject({ status: 'kept', subject: 'Reset your Arcstead password', attempts: 1, props: null, last_error: null })
  expect(mail.body).toContain(link)
  expect(mail.html).toContain('the-secret-of-this-link')
})

describe('with an SMTP server', () => {
  test('a mail is sent once and its contents are forgotten', async () => {
    const smtp = await startSmtp()
    const house = await openHouse({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Arcstead <hello@arcstead.example>' })
    await queue(house, 'maya@test.example')
    await house.runJobs()
    await house.runJobs()

    expect(smtp.deliveries).toHaveLength(1)
    const mail = await mailTo(house, 'maya@test.example')
    expect(mail).toMatchObject({ status: 'sent', props: null, subject: 'Reset your Arcstead password', html: null, body: null })
    expect(mail.sent_at).not.toBeNull()
    expect(smtp.deliveries[0]).toMatchObject({
      from: 'hello@arcstead.example',
      to: ['maya@test.example'],
      mail: {
        from: { name: 'Arcstead', address: 'hello@arcstead.example' },
        to: [{ address: 'maya@test.example' }],
        subject: 'Reset your Arcstead password',
        messageId: `<${mail.id}@arcstead.example>`,
      },
    })
    expect(smtp.deliveries[0]?.mail.text).toContain(link)
    expect(smtp.deliveries[0]?.mail.html).toContain('Choose a new password')
    await house.close()
    await smtp.stop()
  })

  test('a server that is away is tried again, and the mail goes out under one Message-ID', async () => {
    const before = await startSmtp()
    await before.stop()
    const house = await openHouse({ SMTP_URL: `smtp://127.0.0.1:${before.port}` })
    await queue(house, 'patient@test.example')
    await house.runJobs()
    const waiting = await mailTo(house, 'patient@test.example')
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') })
    await house.runJobs() // its rest is not over
    expect((await mailTo(house, 'patient@test.example')).attempts).toBe(1)

    const smtp = await startSmtp(open, before.port)
    await passTime(house)
    await house.runJobs()
    expect(await mailTo(house, 'patient@test.example')).toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    expect(smtp.deliveries.map(({ mail }) => mail.messageId)).toEqual([`<${waiting.id}@arcstead.example>`])
    await house.close()
    await smtp.stop()
  })

  test('only the last of all tries marks a mail as failed, and no secret stays in its error', async () => {
    const smtp = await startSmtp({
      ...open,
      onRcptTo: (_address, _session, callback) => callback(new Error('no such mailbox, token=abc123')),
    })
    const house = await openHouse({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
    await queue(house, 'nobody@test.example')
    while ((await mailTo(house, 'nobody@test.example')).status === 'queued') {
      await passTime(house)
      await house.runJobs()
    }
    const mail = await mailTo(house, 'nobody@test.example')
    expect(mail).toMatchObject({ status: 'failed', attempts: 25 })
    expect(mail.last_error).toContain('no such mailbox, token=[removed]')
    await house.close()
    await smtp.stop()
  })

  test('a name or title can add no header and no recipient', async () => {
    const smtp = await startSmtp()
    const house = await openHouse({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
    const circleTitle = 'Row\r\nBcc: all@test.example\r\nX-Own: 1\r\n\r\n<script>alert(1)</script>'
    const { _id: userId, email } = await house.seed.person()
    await house.db.transaction().execute((tx) => queueMail(tx, 'circle-complete', { userId, email }, { circleTitle, target: 20_000, link }))
    await house.runJobs()
    const [delivery] = smtp.deliveries
    expect(delivery?.to).toEqual([email])
    expect(delivery?.mail.headers.map(({ key }) => key)).not.toContain('x-own')
    expect(delivery?.mail.bcc).toBeUndefined()
    expect(delivery?.mail.subject).toBe('Row Bcc: all@test.example X-Own: 1 <script>alert(1)</script> is fully funded')
    expect(delivery?.mail.html).not.toContain('<script')
    await house.close()
    await smtp.stop()
  })
})
