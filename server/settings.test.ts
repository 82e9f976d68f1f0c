import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { productionReason, readSettings } from './settings.ts'

const production = {
  DATABASE_URL: 'postgres://db.example/arcstead',
  PUBLIC_URL: 'https://circles.example',
  JWT_SECRET: 'x'.repeat(40),
  SMTP_URL: 'smtps://robin:hunter2@mail.example:465',
  TRUST_PROXY: 'off',
}

const read = (env: Record<string, string>) => readSettings(env, '/anywhere')

test('CONFIRM_EMAIL is required by default, except in demo mode', () => {
  expect([read({}).confirmEmail, read(production).confirmEmail]).toEqual(['optional', 'required'])
  expect(read({ ...production, CONFIRM_EMAIL: 'optional' }).confirmEmail).toBe('optional')
  expect(() => read({ CONFIRM_EMAIL: 'no' })).toThrow('CONFIRM_EMAIL is "no". Set it to required or optional.')
})

describe('mail', () => {
  test('comes from the domain of PUBLIC_URL, unless MAIL_FROM is set', () => {
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

describe('the notice period', () => {
  test('can be shortened by NOTICE_SECONDS in demo mode', () => {
    expect(read({}).noticeSeconds).toBe(86_400)
    expect(read({ NOTICE_SECONDS: '3' }).noticeSeconds).toBe(3)
  })

  test.each(['0', '-5', '1.5', 'soon', '86401'])('cannot be %j', (seconds) => {
    expect(() => read({ NOTICE_SECONDS: seconds })).toThrow(/^NOTICE_SECONDS is /)
  })

  test('stays a day in production: NOTICE_SECONDS is refused', () => {
    expect(() => read({ ...production, NOTICE_SECONDS: '60' })).toThrow(/^NOTICE_SECONDS is set\. Leave it out/)
    expect(read(production).noticeSeconds).toBe(86_400)
  })
})

describe('demo mode', () => {
  const { DATABASE_URL: _, ...embedded } = production

  test('uses the embedded database and listens on this machine only', () => {
    for (const env of [{}, { PUBLIC_URL: 'http://localhost:4000' }, { HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:4000' }])
      expect(read(env)).toMatchObject({ mode: 'demo', productionBecause: null })
  })

  test.each([
    ['DATABASE_URL is set', production],
    ['PUBLIC_URL names a public host, circles.example', embedded],
    ['HOST is 0.0.0.0, which others can reach', { ...embedded, HOST: '0.0.0.0' }],
  ])('is over when %s', (productionBecause, env) => {
    expect(read(env)).toMatchObject({ mode: 'production', productionBecause, withDemoData: false })
  })

  test('is off if PUBLIC_URL is set, and the error about a missing setting says so', () => {
    expect(() => read({ PUBLIC_URL: 'https://circles.example' })).toThrow(
      /^JWT_SECRET is missing.*\(This is no demonstration: PUBLIC_URL names a public host, circles\.example\.\)$/,
    )
  })
})

describe('TRUST_PROXY', () => {
  const trusted = (TRUST_PROXY: string) => read({ ...production, TRUST_PROXY }).trustProxy

  test('is off, a number of proxies, or their addresses', () => {
    expect(trusted('off')).toBe(false)
    expect(trusted('1')).toBe(1)
    expect(trusted('127.0.0.1')).toEqual(['127.0.0.1'])
    expect(trusted(' 10.0.0.0/8, 2001:db8::/32,::1 ')).toEqual(['10.0.0.0/8', '2001:db8::/32', '::1'])
  })

  test('is required in production', () => {
    expect(() => read({ ...production, TRUST_PROXY: '' })).toThrow(/^TRUST_PROXY is missing: .+ or to off when people connect directly\.$/)
    expect(read({}).trustProxy).toBe(false)
  })

  test.each(['true', 'TRUE'])('of %j is refused, because anyone could pretend any address', (text) => {
    expect(() => trusted(text)).toThrow(/^TRUST_PROXY is "true", with which anyone could pretend any address\./)
  })

  test.each(['yes', '0', '-1', '1.5', '99', 'proxy.example', '10.0.0.1:80', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.1,', '::/129'])(
    'of %j is refused in one line that says what to do',
    (text) => {
      expect(() => trusted(text)).toThrow(/^TRUST_PROXY is "[^"]+"[^\n]+ or to off when people connect directly\.$/)
    },
  )
})

describe('secrets in files', () => {
  function secretFile(text: string): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'arcstead-secret-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'secret')
    writeFileSync(file, text)
    return file
  }

  test('are read from there, without the line break at the end', () => {
    const s3 = { S3_BUCKET: 'circles', S3_ACCESS_KEY_ID_FILE: secretFile('key\n'), S3_SECRET_ACCESS_KEY_FILE: secretFile('secret\n') }
    const settings = read({
      PUBLIC_URL: production.PUBLIC_URL,
      TRUST_PROXY: 'off',
      DATABASE_URL_FILE: secretFile(`${production.DATABASE_URL}\n`),
      JWT_SECRET_FILE: secretFile(`${production.JWT_SECRET}\r\n`),
      SMTP_URL_FILE: secretFile(production.SMTP_URL),
      ...s3,
    })
    expect(settings).toMatchObject({
      mode: 'production',
      databaseUrl: production.DATABASE_URL,
      jwtSecret: production.JWT_SECRET,
      smtpUrl: production.SMTP_URL,
      s3: { accessKeyId: 'key', secretAccessKey: 'secret' },
    })
  })

  test('end demo mode, as the settings themselves do', () => {
    expect(productionReason({ DATABASE_URL_FILE: '/run/secrets/database_url' })).toBe('DATABASE_URL is set')
  })

  test.each([
    ['both are set', () => ({ JWT_SECRET_FILE: secretFile('y'.repeat(40)) }), /^JWT_SECRET and JWT_SECRET_FILE are both set\./],
    [
      'the file is missing',
      () => ({ JWT_SECRET: '', JWT_SECRET_FILE: '/nowhere/secret' }),
      /^JWT_SECRET_FILE names \/nowhere\/secret.+ENOENT/,
    ],
    ['the file is empty', () => ({ JWT_SECRET: '', JWT_SECRET_FILE: secretFile('\n') }), /^JWT_SECRET_FILE names .+ which is empty\./],
    [
      'the value is too short, which is not repeated',
      () => ({ JWT_SECRET: '', JWT_SECRET_FILE: secretFile('short') }),
      /^JWT_SECRET is missing or shorter/,
    ],
  ])('are refused in one line when %s', (_, env, line) => {
    expect(() => read({ ...production, ...env() })).toThrow(line)
  })
})

describe('DATABASE_DIRECT_URL', () => {
  const direct = 'postgres://direct.example/arcstead'

  test('is DATABASE_URL by default, and may be another address or in a file', () => {
    expect(read(production).directUrl).toBe(production.DATABASE_URL)
    expect(read({ ...production, DATABASE_DIRECT_URL: direct })).toMatchObject({ databaseUrl: production.DATABASE_URL, directUrl: direct })
  })

  test('is refused without DATABASE_URL, and if it is no PostgreSQL address', () => {
    expect(() => read({ DATABASE_DIRECT_URL: direct })).toThrow('DATABASE_DIRECT_URL is set without DATABASE_URL. Set both, or neither.')
    expect(() => read({ ...production, DATABASE_DIRECT_URL: 'mysql://x' })).toThrow(/^DATABASE_DIRECT_URL does not start with postgres:/)
  })
})

describe('web push', () => {
  const publicKey = 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo'
  const pair = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: 'xKZKYRNdFFn8iQIF2MH54KTfUHwH105zBdzMR7SI3xI' }

  test('has keys of the environment or none, and writes as support', () => {
    expect(read(production)).toMatchObject({
      vapidKeys: undefined,
      vapidSubject: 'mailto:support@arcstead.example',
      pushesToAnyHost: false,
    })
    expect(read({ ...production, ...pair, VAPID_SUBJECT: 'https://circles.example' })).toMatchObject({
      vapidKeys: { publicKey, privateKey: pair.VAPID_PRIVATE_KEY },
      vapidSubject: 'https://circles.example',
    })
  })

  test('refuses half a pair, keys that do not match, and other subjects', () => {
    expect(() => read({ VAPID_PUBLIC_KEY: publicKey })).toThrow('VAPID_PRIVATE_KEY is missing.')
    expect(() => read({ VAPID_PRIVATE_KEY: pair.VAPID_PRIVATE_KEY })).toThrow('VAPID_PUBLIC_KEY is missing.')
    expect(() => read({ ...pair, VAPID_PUBLIC_KEY: publicKey.replace('BD', 'BE') })).toThrow('does not belong to VAPID_PRIVATE_KEY')
    expect(() => read({ ...pair, VAPID_PRIVATE_KEY: 'no key' })).toThrow('does not belong to VAPID_PRIVATE_KEY')
    expect(() => read({ VAPID_SUBJECT: 'support' })).toThrow('VAPID_SUBJECT is "support".')
  })

  test('goes to this machine only in demo mode', () => {
    expect(read({ PUSH_HOSTS: 'any' }).pushesToAnyHost).toBe(true)
    expect(() => read({ ...production, PUSH_HOSTS: 'any' })).toThrow('PUSH_HOSTS is set.')
  })
})

test('DATA_KEY is 32 bytes in base64; a wrong one is refused without being repeated', () => {
  const [key, old] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')]
  expect(read({ ...production }).dataKey).toBeUndefined()
  expect(read({ ...production, DATA_KEY: key, DATA_KEY_OLD: old })).toMatchObject({
    dataKey: Buffer.alloc(32, 1),
    dataKeyOld: Buffer.alloc(32, 2),
  })
  expect(() => read({ DATA_KEY: 'c2hvcnQ=' })).toThrow(/^DATA_KEY is not 32 bytes in base64\. (?!.*c2hvcnQ)/)
  expect(() => read({ DATA_KEY_OLD: old })).toThrow('DATA_KEY_OLD is set without DATA_KEY.')
  expect(() => read({ DATA_KEY: key, DATA_KEY_OLD: key })).toThrow('the same key')
})
