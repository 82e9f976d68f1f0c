import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { open, startSmtp } from '#server/testing/smtp.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import { mailAttempts } from './mail-job.ts'
import { queueMail } from './queue-mail.ts'

const link = 'http://localhost:3000/reset-password?token=the-secret-of-this-link&id=7'

const queue = (testApp: TestApp, email: string) =>
  testApp.db.transaction().execute((tx) => queueMail(tx, 'reset-password', { userId: null, email }, { firstName: 'Maya', link }))

const mailTo = (testApp: TestApp, email: string) =>
  testApp.db.selectFrom('mails').selectAll().where('to_address', '=', email).executeTakeFirstOrThrow()

/** Skips the retry delay of failed jobs. */
const skipRetryDelay = (testApp: TestApp) => sql`update graphile_worker._private_jobs set run_at = now()`.execute(testApp.db)

describe('a mail is queued in the transaction of its cause', () => {
  test('a rolled back transaction sends no mail', async ({ testApp }) => {
    const refused = testApp.db.transaction().execute(async (tx) => {
      await queueMail(tx, 'reset-password', { userId: null, email: 'undone@test.example' }, { firstName: 'Maya', link })
      throw new Error('changed our mind')
    })
    await expect(refused).rejects.toThrow('changed our mind')
    await testApp.runJobs()
    expect(await testApp.db.selectFrom('mails').selectAll().where('to_address', '=', 'undone@test.example').execute()).toEqual([])
  })

  test('an address that no server accepts is not queued, and queueMail returns no mail', async ({ testApp }) => {
    expect(await queue(testApp, 'robin@test.example')).toEqual(expect.any(String))
    for (const email of ['', 'robin', 'a@test.example, b@test.example', 'a@test.example\r\nBcc: b@test.example', '<a@test.example>']) {
      expect(await queue(testApp, email)).toBeNull()
    }
  })
})

test('without an SMTP server a mail is kept with its content', async ({ testApp }) => {
  await queue(testApp, 'kept@test.example')
  await testApp.runJobs()
  const mail = await mailTo(testApp, 'kept@test.example')
  expect(mail).toMatchObject({ status: 'kept', subject: 'Reset your Arcstead password', attempts: 1, props: null, last_error: null })
  expect(mail.body).toContain(link)
  expect(mail.html).toContain('the-secret-of-this-link')
})

describe('with an SMTP server', () => {
  test('a mail is sent once and its content is deleted', async () => {
    const smtp = await startSmtp()
    const testApp = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Arcstead <hello@arcstead.example>' })
    await queue(testApp, 'maya@test.example')
    await testApp.runJobs()
    await testApp.runJobs()

    expect(smtp.deliveries).toHaveLength(1)
    const mail = await mailTo(testApp, 'maya@test.example')
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
    await testApp.close()
    await smtp.stop()
  })

  test('if the server is unavailable, the mail is retried with the same Message-ID', async () => {
    const before = await startSmtp()
    await before.stop()
    const testApp = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${before.port}` })
    await queue(testApp, 'patient@test.example')
    await testApp.runJobs()
    const waiting = await mailTo(testApp, 'patient@test.example')
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') })
    await testApp.runJobs() // its retry delay is not over
    expect((await mailTo(testApp, 'patient@test.example')).attempts).toBe(1)

    const smtp = await startSmtp(open, before.port)
    await skipRetryDelay(testApp)
    await testApp.runJobs()
    expect(await mailTo(testApp, 'patient@test.example')).toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    expect(smtp.deliveries.map(({ mail }) => mail.messageId)).toEqual([`<${waiting.id}@arcstead.example>`])
    await testApp.close()
    await smtp.stop()
  })

  test('only the last attempt marks a mail as failed, and its error contains no secret', async () => {
    const smtp = await startSmtp({
      ...open,
      onRcptTo: (_address, _session, callback) => callback(new Error('no such mailbox, token=abc123')),
    })
    const testApp = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
    await queue(testApp, 'nobody@test.example')
    while ((await mailTo(testApp, 'nobody@test.example')).status === 'queued') {
      await skipRetryDelay(testApp)
      await testApp.runJobs()
    }
    const mail = await mailTo(testApp, 'nobody@test.example')
    expect(mail).toMatchObject({ status: 'failed', attempts: mailAttempts })
    expect(mail.last_error).toContain('no such mailbox, token=[removed]')
    await testApp.close()
    await smtp.stop()
  })

  test('a name or title cannot inject a header or a recipient', async () => {
    const smtp = await startSmtp()
    const testApp = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
    const circleTitle = 'Row\r\nBcc: all@test.example\r\nX-Own: 1\r\n\r\n<script>alert(1)</script>'
    const { _id: userId, email } = await testApp.seed.person()
    await testApp.db
      .transaction()
      .execute((tx) => queueMail(tx, 'circle-complete', { userId, email }, { circleTitle, target: 20_000, link }))
    await testApp.runJobs()
    const [delivery] = smtp.deliveries
    expect(delivery?.to).toEqual([email])
    expect(delivery?.mail.headers.map(({ key }) => key)).not.toContain('x-own')
    expect(delivery?.mail.bcc).toBeUndefined()
    expect(delivery?.mail.subject).toBe('Row Bcc: all@test.example X-Own: 1 <script>alert(1)</script> is fully funded')
    expect(delivery?.mail.html).not.toContain('<script')
    await testApp.close()
    await smtp.stop()
  })
})
