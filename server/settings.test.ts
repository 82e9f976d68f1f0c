import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const production = {
  DATABASE_URL: 'postgres://db.example/arcstead',
  PUBLIC_URL: 'https://circles.example',
  JWT_SECRET: 'x'.repeat(40),
  SMTP_URL: 'smtps://robin:hunter2@mail.example:465',
}

const read = (env: Record<string, string>) => readSettings(env, '/anywhere')

test('addresses have to be confirmed before verification, but not in a demonstration, unless CONFIRM_EMAIL says otherwise', () => {
  expect([read({}).confirmEmail, read(production).confirmEmail]).toEqual(['optional', 'required'])
  expect(read({ ...production, CONFIRM_EMAIL: 'optional' }).confirmEmail).toBe('optional')
  expect(() => read({ CONFIRM_EMAIL: 'no' })).toThrow('CONFIRM_EMAIL is "no". Set it to required or optional.')
})

describe('mail', () => {
  test('comes from the domain that people visit, unless MAIL_FROM names another sender', () => {
    expect(read({}).mailFrom).toBe('Arcstead <no-reply@arcstead.example>')
    expect(read(production).mailFrom).toBe('Arcstead <no-reply@circles.example>')
    expect(read({ ...production, MAIL_FROM: 'hello@circles.example' }).mailFrom).toBe('hello@circles.example')
    expect(read({ ...production, MAIL_FROM: 'The Circles <hello@circles.example>' }).mailFrom).toBe('The Circles <hello@circles.example>')
  })

  test.each(['Arcstead', 'a@b@c', 'Arcstead <hello@circles.example>\r\nBcc: x@y.example', '<>'])('cannot come from %j', (sender) => {
    expect(() => read({ MAIL_FROM: sender })).toThrow(/^MAIL_FROM is /)
  })

  test.each(['mail.example:25', 'http://mail.example', 'smtp://', 'smtp://robin:hunter2@'])(
    'cannot go to %s, and the address, which may hold a password, is not repeated',
    (url) => {
      expect(() => read({ SMTP_URL: url })).toThrow(/^SMTP_URL is not a mail server\. Set it to [^2]+465\.$/)
    },
  )

  test('needs a server in production', () => {
    expect(() => read({ ...production, SMTP_URL: '' })).toThrow(/^SMTP_URL is missing/)
  })
})

describe('the day of notice', () => {
  test('is shortened by NOTICE_SECONDS in a demonstration', () => {
    expect(read({}).noticeSeconds).toBe(86_400)
    expect(read({ NOTICE_SECONDS: '3' }).noticeSeconds).toBe(3)
  })

  test.each(['0', '-5', '1.5', 'soon', '86401'])('cannot be %j', (seconds) => {
    expect(() => read({ NOTICE_SECONDS: seconds })).toThrow(/^NOTICE_SECONDS is /)
  })

  test('stays a day in production: NOTICE_SECONDS is refused there', () => {
    expect(() => read({ ...production, NOTICE_SECONDS: '60' })).toThrow(/^NOTICE_SECONDS is set\. Leave it out/)
    expect(read(production).noticeSeconds).toBe(86_400)
  })
})
