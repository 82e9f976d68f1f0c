import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { noDataKeys } from '#server/shared/pay-details/data-keys.ts'
import { productionEnv, type TestApp, test } from '#server/testing/test-app.ts'
import { parseArguments, runCommand } from './admin-command.ts'

const password = 'Orchid-lamp-77'

const run = (testApp: TestApp, line: string, sendsMail = false) =>
  runCommand(parseArguments(line.split(' ')), { db: testApp.db, publicUrl: 'https://arcstead.example', sendsMail, dataKeys: noDataKeys })

const personWith = (testApp: TestApp, email: string) =>
  testApp.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

const logIn = (testApp: TestApp, email: string) => testApp.call(null, 'POST', 'auth/login', { email, password })

describe('arguments', () => {
  test.for([
    ['fly', 'There is no "fly".'],
    ['create', 'Whom? create needs an e-mail address.'],
    ['suspend', 'Whom? suspend needs an e-mail address.'],
    ['create a@test.example b@test.example', '"b@test.example" is one word too many.'],
    ['list all', '"all" is one word too many.'],
    ['suspend a@test.example --first A', '--first and --last go with create.'],
    ['create a@test.example --admin', "Unknown option '--admin'."],
  ])('%s is answered with one line', ([line, answer]) => {
    expect(() => parseArguments((line ?? '').split(' '))).toThrow(`${answer} Try: npm run admin -- help`)
  })

  test('no arguments, or help, show the usage', () => {
    for (const args of [[], ['help'], ['--help'], ['create', '-h']]) expect(parseArguments(args)).toEqual({ act: 'help' })
  })
})

describe('create', () => {
  test('makes an administrator who sets a password by the printed link and then has an administrator’s rights', async ({ testApp }) => {
    const output = await run(testApp, 'create First@Test.example --first Ada --last Byron')
    expect(output).toContain('Made an administrator: Ada Byron <first@test.example>.')
    expect(output).toContain('No mail server is configured')
    const link = new URL(/https:\S+/.exec(output)?.[0] ?? '')
    expect(link.href).toMatch(/^https:\/\/arcstead\.example\/set-password\?/)
    expect(await personWith(testApp, 'first@test.example')).toMatchObject({
      is_admin: true,
      is_verified: true,
      onboarding_complete: true,
      status: 'invited',
      password_hash: null,
    })

    const form = { password, confirmPassword: password, token: link.searchParams.get('token'), id: link.searchParams.get('id') }
    expect((await testApp.call(null, 'POST', 'auth/set-password', form)).status).toBe(200)
    const { token } = (await logIn(testApp, 'first@test.example')).data<{ token: never }>()
    expect((await testApp.call({ token }, 'GET', 'admin/user')).status).toBe(200)
  })

  test('also mails the link if mail is configured', async ({ testApp }) => {
    const output = await run(testApp, 'create mailed@test.example', true)
    expect(output).toContain('Arcstead Admin <mailed@test.example>')
    expect(output).toContain('A mail with this link is queued')
    const mail = await testApp.db.selectFrom('mails').selectAll().where('to_address', '=', 'mailed@test.example').executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ template: 'set-password', props: { firstName: 'Arcstead', link: /https:\S+/.exec(output)?.[0] } })
  })

  test('makes an existing person an administrator, who keeps their password', async ({ testApp }) => {
    const person = await testApp.seed.person({ firstName: 'Maya', lastName: 'Okafor', email: 'maya@test.example', password })
    const output = await run(testApp, 'create maya@test.example')
    expect(output).toContain('Maya Okafor <maya@test.example> is an administrator now.')
    expect(output).toContain('https://arcstead.example/login')
    expect(output).not.toContain('token=')
    expect((await testApp.call(person, 'GET', 'admin/user')).status).toBe(200)
    expect(await run(testApp, 'create maya@test.example')).toContain('was an administrator already')
  })

  test('gives no rights to a person who registered someone else’s address', async ({ testApp }) => {
    const stranger = await testApp.seed.person({ email: 'squatted@test.example', password, emailConfirmed: false })
    expect(await run(testApp, 'create squatted@test.example')).toContain('https://arcstead.example/set-password?')
    expect((await testApp.call(stranger, 'GET', 'auth/whoami')).status).toBe(401)
    expect((await logIn(testApp, 'squatted@test.example')).status).toBe(401)
  })

  test('reactivates a suspended person', async ({ testApp }) => {
    await testApp.seed.person({ email: 'back@test.example', password, status: 'suspended' })
    expect(await run(testApp, 'create back@test.example')).toContain('is let in again, as an administrator')
    expect((await logIn(testApp, 'back@test.example')).status).toBe(200)
  })

  test('refuses invalid addresses and names, and changes nothing', async ({ testApp }) => {
    await expect(run(testApp, 'create nowhere')).rejects.toThrow('Invalid email address.')
    await expect(run(testApp, 'create seven@test.example --first 7')).rejects.toThrow('First name should not contain symbols or numbers.')
    expect(await testApp.db.selectFrom('users').selectAll().where('email', '=', 'seven@test.example').execute()).toEqual([])
  })

  test('is in the audit log', async ({ testApp }) => {
    await run(testApp, 'create logged@test.example')
    const { id } = await personWith(testApp, 'logged@test.example')
    const acts = await testApp.db.selectFrom('audit_log').select(['act', 'actor_id']).where('subject_id', '=', id).execute()
    expect(acts).toEqual([{ act: 'user.made_admin', actor_id: null }])
  })
})

describe('suspend', () => {
  test('ends the sessions at once and blocks sign-in', async ({ testApp }) => {
    const person = await testApp.seed.investor({ email: 'gone@test.example', password })
    expect(await run(testApp, 'suspend gone@test.example')).toContain('Suspended Robin Tester <gone@test.example>.')
    expect((await testApp.call(person, 'GET', 'auth/whoami')).status).toBe(401)
    expect((await logIn(testApp, 'gone@test.example')).status).toBe(403)
    expect(await run(testApp, 'suspend gone@test.example')).toContain('was suspended already. Nothing has changed.')
  })

  test('says if there is no such account', async ({ testApp }) => {
    await expect(run(testApp, 'suspend nobody@test.example')).rejects.toThrow('Nobody here has the e-mail address nobody@test.example.')
    await expect(run(testApp, 'suspend nobody')).rejects.toThrow('"nobody" is no e-mail address.')
  })

  test('never suspends the last administrator, even if two are suspended at the same time', async ({ testApp }) => {
    await testApp.db.updateTable('users').set({ is_admin: false }).execute()
    await testApp.seed.admin({ email: 'one@test.example' })
    await testApp.seed.admin({ email: 'two@test.example' })
    const results = await Promise.allSettled([run(testApp, 'suspend one@test.example'), run(testApp, 'suspend two@test.example')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last_admin' } })
  })
})

test('list shows the administrators, or how to create the first', async ({ testApp }) => {
  await testApp.db.updateTable('users').set({ is_admin: false }).execute()
  expect(await run(testApp, 'list')).toBe('There is no administrator yet.\nNext: npm run admin -- create EMAIL')
  await testApp.seed.admin({ firstName: 'Ada', lastName: 'Byron', email: 'ada@test.example' })
  await run(testApp, 'create mo@test.example --first Mo --last Li')
  const today = new Date().toISOString().slice(0, 10)
  expect(await run(testApp, 'list')).toBe(
    [
      'Name       E-mail            Status   Since',
      `Ada Byron  ada@test.example  Active   ${today}`,
      `Mo Li      mo@test.example   Invited  ${today}`,
    ].join('\n'),
  )
})

describe('as a program', () => {
  async function program(args: string[], env: Record<string, string>): Promise<{ code: number | null; out: string; err: string }> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/commands/admin.ts', ...args], {
      cwd: projectRoot(),
      env: { PATH: process.env.PATH ?? '', ...env },
    })
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, out, err }
  }

  test('it works on the configured database', async ({ testApp }) => {
    const { code, out, err } = await program(['create', 'program@test.example'], { ...productionEnv, DATABASE_URL: testApp.databaseUrl })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Made an administrator: Arcstead Admin <program@test.example>.')
    expect(await personWith(testApp, 'program@test.example')).toMatchObject({ is_admin: true })
  })

  test.for<[string, string[], Record<string, string>, RegExp]>([
    ['a missing setting', ['list'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /^JWT_SECRET is missing/],
    [
      'a database that is away',
      ['list'],
      { ...productionEnv, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      /^The database cannot be reached/,
    ],
  ])('%s is reported in one line with exit code 1', async ([, args, env, line]) => {
    const { code, out, err } = await program(args, env)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(line)
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})
