import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { type Smtp, startSmtp } from '#server/testing/smtp.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

const password = 'p@ss/word: 7'

/** A self-signed certificate. */
function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'arcstead-smtp-'))
  const file = (name: string) => path.join(folder, name)
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  execFileSync('openssl', [...request, '-keyout', file('key.pem'), '-out', file('cert.pem')], { stdio: 'ignore' })
  const pair = { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) }
  rmSync(folder, { recursive: true })
  return pair
}

const certificate = makeCertificate()

/** Accepts mail only after sign-in, and sign-in only over TLS. */
const strict: SMTPServerOptions = {
  ...certificate,
  authOptional: false,
  onAuth: (auth, _session, callback) =>
    auth.username === 'robin@mail.example' && auth.password === password
      ? callback(null, { user: 'robin' })
      : callback(new Error(`wrong password=${auth.password}`)),
}

async function sendThrough(smtp: Smtp, url: (port: number) => string, act: (testApp: TestApp) => Promise<void>): Promise<void> {
  const testApp = await startTestApp({ SMTP_URL: url(smtp.port) })
  await testApp.seed.investor({ firstName: 'Zoë', email: 'zoe@test.example' })
  await testApp.call(null, 'POST', 'auth/request-token', { email: 'zoe@test.example', confirmEmail: 'zoe@test.example' })
  await testApp.runJobs()
  await act(testApp)
  await testApp.close()
  await smtp.stop()
}

const theMail = (testApp: TestApp) => testApp.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()

const robin = (word: string) => `robin%40mail.example:${encodeURIComponent(word)}`

describe('a reset mail is sent through a real SMTP server', () => {
  test.each([
    ['STARTTLS', strict, (port: number) => `smtp://${robin(password)}@127.0.0.1:${port}/?requireTLS=true&tls.rejectUnauthorized=false`],
    [
      'TLS from the start',
      { ...strict, secure: true },
      (port: number) => `smtps://${robin(password)}@127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
    ],
  ])('with sign-in over %s', async (_how, options, url) => {
    const smtp = await startSmtp(options)
    await sendThrough(smtp, url, async (testApp) => {
      expect(await theMail(testApp)).toMatchObject({ status: 'sent', last_error: null })
      const [delivery] = smtp.deliveries
      expect(delivery).toMatchObject({ user: 'robin', to: ['zoe@test.example'], from: 'no-reply@arcstead.example' })
      expect(delivery?.mail).toMatchObject({ subject: 'Reset your Arcstead password', to: [{ address: 'zoe@test.example' }] })
      expect(delivery?.mail.text).toContain('Hello Zoë,')
      const link = /http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}&id=[0-9a-f-]{36}/
      expect(delivery?.mail.text).toMatch(link)
      expect(delivery?.mail.html?.replaceAll('&amp;', '&')).toMatch(link)
    })
  })
})

describe('the mail is not sent and stays queued', () => {
  test.each([
    ['when the certificate is not to be trusted', strict, (port: number) => `smtp://${robin(password)}@127.0.0.1:${port}/`, /certificate/i],
    [
      'when the server offers no encryption where it is required',
      { ...strict, disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
      (port: number) => `smtp://${robin(password)}@127.0.0.1:${port}/?requireTLS=true`,
      /STARTTLS/,
    ],
    [
      'when the password is wrong, in words without the password',
      strict,
      (port: number) => `smtp://${robin('guess')}@127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
      /password=\[removed\]/,
    ],
  ])('%s', async (_when, options, url, reason) => {
    const smtp = await startSmtp(options)
    await sendThrough(smtp, url, async (testApp) => {
      const mail = await theMail(testApp)
      expect(mail).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringMatching(reason) })
      expect(mail.last_error).not.toContain('guess')
      expect(smtp.deliveries).toEqual([])
    })
  })
})
