import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { Overview } from '#contract/admin.ts'
// Loaded before the tests: the first mail would otherwise wait for the templates, longer than an answer waits for a mail.
import '#server/mail/render-mail.ts'
import { verificationLabel } from '#domain/person.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { runJobsDuring, sendWaitingMails } from '#server/testing/mails.ts'
import { open, startSmtp } from '#server/testing/smtp.ts'
import { startTestApp, test } from '#server/testing/test-app.ts'

type Paged<Item> = { items: Item[]; total: number; page: number; pageSize: number }

describe('people', () => {
  test('are listed completely, or searched, sorted and paginated', async ({ testApp }) => {
    const admin = await testApp.seed.admin({ firstName: 'Ada' })
    for (const firstName of ['Zoe_x', 'Zoe%x', 'Zoexx']) await testApp.seed.investor({ firstName, lastName: 'Finder' })
    expect((await testApp.call(admin, 'GET', 'admin/user')).data<User[]>().length).toBeGreaterThanOrEqual(4)
    const paged = (await testApp.call(admin, 'GET', 'admin/user?search=FINDER&sort=firstName&page=1&pageSize=2')).data<Paged<User>>()
    expect(paged).toMatchObject({ total: 3, page: 1, pageSize: 2 })
    const literal = (await testApp.call(admin, 'GET', 'admin/user?search=e%25x&page=1')).data<Paged<User>>()
    expect(literal.items.map((user) => user.firstName)).toEqual(['Zoe%x'])
    const wrong = await testApp.call(admin, 'GET', 'admin/user?sort=password_hash')
    expect([wrong.status, wrong.body.fields?.[0]?.field]).toEqual([400, 'sort'])
  })

  test('are found by everything their table shows, and never across two columns', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const mark = 'Quilla'
    const waiting = await testApp.seed.pending({ firstName: mark, lastName: 'Waits' })
    const broker = await testApp.seed.broker({ firstName: mark, lastName: 'Brokes' })
    const found = async (kind: string, search: string) => {
      const list = await testApp.call(admin, 'GET', `admin/${kind}?${new URLSearchParams({ search, page: '1', pageSize: '100' })}`)
      const ids = list.data<Paged<User>>().items.map((user) => user._id)
      return [waiting, broker].map((person) => ids.includes(person._id))
    }
    const [day] = (await testApp.call(admin, 'GET', `admin/user/${waiting._id}`)).data<User>().createdAt.split('T')
    const shownDay = day?.replace(/(\d+)-(\d+)-(\d+)/, '$2-$3-$1') ?? ''
    expect(await found('user', `${mark} waits`.toUpperCase())).toEqual([true, false])
    expect(await found('user', 'awaiting verif')).toEqual([true, false])
    expect(await found('user', 'Broker')).toEqual([false, true])
    expect(await found('user', shownDay)).toEqual([true, true])
    expect(await found('user', `Waits ${waiting.email}`)).toEqual([false, false])
    expect(await found('broker', 'brokes')).toEqual([false, true])
    expect(await found('broker', 'Verified')).toEqual([false, false])
  })

  test('are sorted by name (case-insensitive), role and verification in both directions, and pages never overlap', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    for (const firstName of ['bela', 'Anna', 'Cleo', 'anna']) await testApp.seed.investor({ firstName, lastName: 'Sorting' })
    const page = async (sort: string, number: number) =>
      (await testApp.call(admin, 'GET', `admin/user?search=Sorting&sort=${sort}&page=${number}&pageSize=2`)).data<Paged<User>>().items
    for (const sort of ['name', '-name', 'role', '-role', 'isVerified', '-isVerified', '-email', '-createdAt']) {
      const both = [...(await page(sort, 1)), ...(await page(sort, 2))]
      expect(new Set(both.map((user) => user._id)).size, sort).toBe(4)
    }
    const names = [...(await page('name', 1)), ...(await page('name', 2))].map((user) => user.firstName.toLowerCase())
    expect(names).toEqual(['anna', 'anna', 'bela', 'cleo'])
    expect((await testApp.call(admin, 'GET', 'admin/user?sort=constructor&page=1')).status).toBe(400)
  })

  test('are exported as filtered, in order, as inert cells, and the export is in the audit log', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    for (const lastName of ['Exported "b", Jr', '=Exported a']) await testApp.seed.investor({ firstName: 'Zed', lastName })
    const file = await testApp.call(admin, 'GET', 'admin/user?search=zed&sort=name&format=csv')
    const lines = file.text.split('\r\n')
    expect(lines[0]).toBe('\uFEFF"First Name","Last Name","Email","Role","Verification","Status","Created Date","Updated Date"')
    expect(lines[1]).toMatch(/^"Zed","'=Exported a","[^"]+","Investor","Verified","Active","\d\d-\d\d-\d{4}","\d\d-\d\d-\d{4}"$/)
    expect(lines[2]).toMatch(/^"Zed","Exported ""b"", Jr",/)
    expect(lines.slice(3)).toEqual([''])
    const acts = await testApp.db.selectFrom('audit_log').select('act').where('actor_id', '=', admin._id).execute()
    expect(acts.map(({ act }) => act)).toContain('user.exported')
    for (const wrong of ['format=xml', 'format=csv&sort=secret'])
      expect((await testApp.call(admin, 'GET', `admin/user?${wrong}`)).status).toBe(400)
  })

  test('awaiting verification are listed and exported on their own, and their number is that of the overview', async ({ testApp }) => {
    const admin = await testApp.seed.admin({ verificationRequested: true, isVerified: false })
    const waiting = await testApp.seed.pending()
    await testApp.seed.person({ isVerified: false })
    const list = (await testApp.call(admin, 'GET', 'admin/user?verification=awaiting&page=1&pageSize=100')).data<Paged<User>>()
    expect(list.items.map((user) => user._id)).toContain(waiting._id)
    expect(list.items.every((user) => verificationLabel(user) === 'Awaiting verification')).toBe(true)
    const overview = (await testApp.call(admin, 'GET', 'admin/overview')).data<Overview>()
    expect(overview.usersAwaitingVerification).toBe(list.total)
    const lines = (await testApp.call(admin, 'GET', 'admin/user?verification=awaiting&format=csv')).text.split('\r\n')
    expect(lines).toHaveLength(list.total + 2)
    expect((await testApp.call(admin, 'GET', 'admin/broker?format=csv')).text.split('\r\n')[0]).toBe(
      '\uFEFF"First Name","Last Name","Email","Role","Status","Created Date","Updated Date"',
    )
    expect((await testApp.call(admin, 'GET', 'admin/user?verification=somehow')).status).toBe(400)
  })

  test('are verified with a mail, mailed their state, or approved without a mail', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const [first, second, third] = [await testApp.seed.pending(), await testApp.seed.pending(), await testApp.seed.pending()]
    const mailsTo = async (email: string) =>
      (await testApp.db.selectFrom('mails').select('template').where('to_address', '=', email).execute()).map((mail) => mail.template)
    expect((await testApp.call(admin, 'POST', 'admin/user-verification', { user: first._id })).data<{ user: User }>().user.isVerified).toBe(
      true,
    )
    expect(await mailsTo(first.email)).toEqual(['you-are-verified'])
    expect(
      (await testApp.call(admin, 'POST', 'admin/user-verification', { user: second._id, notifyOnly: true })).data<{ user: User }>().user
        .isVerified,
    ).toBe(false)
    expect(await mailsTo(second.email)).toEqual(['verification-pending'])
    await sendWaitingMails(testApp)
    await testApp.call(admin, 'POST', 'admin/user-verification', { user: first._id, notifyOnly: true })
    expect(await mailsTo(first.email)).toEqual(['you-are-verified', 'you-are-verified'])
    expect(
      (await testApp.call(admin, 'POST', 'admin/approve-registration', { user: third._id })).data<{ user: User }>().user.isVerified,
    ).toBe(true)
    expect(await mailsTo(third.email)).toEqual([])
  })

  test('get and lose rights at once; nobody changes their own, and the last admin stays', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const other = await testApp.seed.admin()
    const investor = await testApp.seed.investor()
    expect((await testApp.call(admin, 'PUT', `admin/user/${admin._id}`, { permissions: { isAdmin: false } })).status).toBe(403)
    expect((await testApp.call(admin, 'PUT', `admin/user/${investor._id}`, { isVerified: false })).status).toBe(200)
    expect((await testApp.call(investor, 'POST', 'app/circle', circleForm())).status).toBe(403)
    expect((await testApp.call(admin, 'PUT', `admin/user/${other._id}`, { status: 'suspended' })).status).toBe(200)
    expect((await testApp.call(other, 'GET', 'auth/whoami')).status).toBe(401)
    const removals = await testApp.db
      .selectFrom('users')
      .select('id')
      .where('is_admin', '=', true)
      .where('status', '=', 'active')
      .where('id', '!=', admin._id)
      .execute()
    for (const { id } of removals) await testApp.call(admin, 'PUT', `admin/user/${id}`, { permissions: { isAdmin: false } })
    expect((await testApp.call(admin, 'DELETE', `admin/user/${admin._id}`)).body.error).toContain('last administrator')
  })

  test('are not overwritten if they changed meanwhile, and invalid fields are named', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const person = await testApp.seed.investor()
    const { updatedAt } = (await testApp.call(admin, 'GET', `admin/user/${person._id}`)).data<User>()
    expect((await testApp.call(admin, 'PUT', `admin/user/${person._id}`, { firstName: 'Ines', updatedAt })).status).toBe(200)
    expect((await testApp.call(admin, 'PUT', `admin/user/${person._id}`, { firstName: 'Ivo', updatedAt })).status).toBe(409)
    const bad = await testApp.call(admin, 'PUT', `admin/user/${person._id}`, { firstName: 'R2D2', email: 'nowhere' })
    expect(bad.body.fields).toEqual([
      { field: 'firstName', message: 'First name should not contain symbols or numbers' },
      { field: 'email', message: 'Invalid email address' },
    ])
  })

  test('who are brokers start verified and onboarded, invited by mail', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const form = { firstName: 'Dana', lastName: 'Reed', email: 'Dana.Reed@example.com', isBroker: true }
    const added = await runJobsDuring(testApp, testApp.call(admin, 'POST', 'admin/broker', form))
    expect(added.data()).toMatchObject({
      isBroker: true,
      isVerified: true,
      onboardingComplete: true,
      status: 'invited',
      welcomeMailAccepted: true,
    })
    expect((await testApp.call(admin, 'POST', 'admin/broker', form)).status).toBe(409)
    expect((await testApp.call(admin, 'GET', 'admin/broker')).data<User[]>().every((user) => user.isBroker)).toBe(true)
    expect(
      (await testApp.db.selectFrom('mails').select('template').where('to_address', '=', 'dana.reed@example.com').execute())[0]?.template,
    ).toBe('broker-welcome')
  })

  test('are created although the mail server refuses the welcome mail, and the answer says so', async () => {
    let isRefusing = true
    const smtp = await startSmtp({
      ...open,
      onRcptTo: (_address, _session, callback) =>
        callback(isRefusing ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    })
    const testApp = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
    const admin = await testApp.seed.admin()
    const add = async (kind: string, email: string, headers = {}) => {
      const form = { firstName: 'Dana', lastName: 'Reed', email }
      const answer = await runJobsDuring(testApp, testApp.call(admin, 'POST', `admin/${kind}`, form, headers))
      return [answer.status, answer.data<{ welcomeMailAccepted: boolean }>().welcomeMailAccepted]
    }
    for (const kind of ['broker', 'user']) expect(await add(kind, `refused-${kind}@example.com`)).toEqual([200, false])
    const once = { 'idempotency-key': 'dana' }
    expect(await add('broker', 'later@example.com', once)).toEqual([200, false])
    isRefusing = false
    for (const kind of ['broker', 'user']) expect(await add(kind, `accepted-${kind}@example.com`)).toEqual([200, true])
    // A repeated request answers what the outbox says now.
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(testApp.db)
    await testApp.runJobs()
    expect(await add('broker', 'later@example.com', once)).toEqual([200, true])
    expect(smtp.deliveries.map(({ to }) => to[0]).toSorted()).toEqual([
      'accepted-broker@example.com',
      'accepted-user@example.com',
      'later@example.com',
      'refused-broker@example.com',
      'refused-user@example.com',
    ])
    await testApp.close()
    await smtp.stop()
  })
})
