import { expect } from 'vitest'
import type { MailRow, Overview } from '#contract/admin.ts'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/test-app.ts'

type Paged<Item> = { items: Item[]; total: number }

test('the history of commitments ends with the current total, without deleted circles', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const owner = await testApp.seed.investor()
  const member = await testApp.seed.investor()
  await testApp.call(owner, 'POST', 'app/circle', circleForm())
  const gone = (await testApp.call(owner, 'POST', 'app/circle', circleForm({ ownerInvestmentAmount: 150_000 }))).data<Circle>()
  await testApp.call(member, 'POST', `app/circle-membership/${gone._id}`, { investmentAmount: 75_000 })
  await testApp.call(admin, 'DELETE', `admin/circle-delete/${gone._id}`, { title: gone.title })
  const read = async () => (await testApp.call(admin, 'GET', 'admin/overview')).data<Overview>()
  const overview = await read()
  expect(overview.committed.at(-1)?.amount).toBe(overview.fundedAmount)
  // A deleted person also leaves deleted circles, which must not count twice.
  await testApp.call(admin, 'DELETE', `admin/user/${member._id}`)
  const after = await read()
  expect([after.committed.at(-1)?.amount, after.fundedAmount]).toEqual([overview.fundedAmount, overview.fundedAmount])
})

test('the person who has waited longest for verification comes first', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const people = [await testApp.seed.pending(), await testApp.seed.pending(), await testApp.seed.pending()]
  for (const [days, person] of people.entries())
    await testApp.db
      .updateTable('users')
      .set({ verification_requested_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', person._id)
      .execute()
  const { awaiting, usersAwaitingVerification } = (await testApp.call(admin, 'GET', 'admin/overview')).data<Overview>()
  const ours = awaiting.map(({ _id }) => _id).filter((id) => people.some((person) => person._id === id))
  expect(ours).toEqual(people.map(({ _id }) => _id).reverse())
  expect(usersAwaitingVerification).toBeGreaterThanOrEqual(3)
})

test('crash reports and mails are filtered by status, and a failed mail is retried once', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const { id } = (await testApp.call(null, 'POST', 'public/log/crash-report', { id: 'new', error: { message: 'It broke' } })).data<{
    id: string
  }>()
  const open = async (status: string) =>
    (await testApp.call(admin, 'GET', `admin/crash-report?page=1&status=${status}`))
      .data<Paged<{ _id: string }>>()
      .items.map((row) => row._id)
  expect(await open('open')).toContain(id)
  expect((await testApp.call(admin, 'POST', `admin/crash-report/${id}`, { status: 'solved' })).status).toBe(200)
  expect([(await open('open')).includes(id), (await open('solved')).includes(id)]).toEqual([false, true])

  const added = await testApp.call(admin, 'POST', 'admin/broker', { firstName: 'Ida', lastName: 'Moor', email: 'ida.moor@example.com' })
  // Nobody has tried to send it within the few seconds that the answer waits.
  expect(added.data()).toMatchObject({ status: 'invited', welcomeMailAccepted: false })
  await testApp.db
    .updateTable('mails')
    .set({ status: 'failed', last_error: 'no route' })
    .where('to_address', '=', 'ida.moor@example.com')
    .execute()
  const failed = async () => (await testApp.call(admin, 'GET', 'admin/mail?status=failed&search=ida.moor')).data<Paged<MailRow>>().items
  const [mail] = await failed()
  expect(mail).toMatchObject({ status: 'failed', lastError: 'no route' })
  expect((await testApp.call(admin, 'POST', `admin/mail/${mail?._id}`)).data<MailRow>().status).toBe('queued')
  expect((await testApp.call(admin, 'POST', `admin/mail/${mail?._id}`)).status).toBe(404)
  expect(await failed()).toEqual([])
  expect((await testApp.call(admin, 'GET', 'admin/mail?status=lost')).status).toBe(400)
})

test('the audit log is exported completely, as filtered, and the export is in it too', async ({ testApp }) => {
  const admin = await testApp.seed.admin({ firstName: '=Cleo', lastName: 'Formula' })
  // More than one batch.
  await testApp.db
    .insertInto('audit_log')
    .values(
      Array.from({ length: 2_100 }, (_, index) => ({
        act: 'export.tested',
        subject_kind: 'number',
        subject_id: String(index),
        actor_id: admin._id,
      })),
    )
    .execute()
  const answer = await testApp.call(admin, 'GET', 'admin/audit-log?format=csv&act=export.tested')
  expect(answer.headers['content-type']).toContain('text/csv')
  const lines = answer.text.split('\r\n').slice(0, -1)
  expect(lines[0]).toBe(
    '\uFEFF"When","Act","Who","Who (e-mail)","Who (id)","Subject","Subject (name)","Subject (id)","Fields","Facts","Address","Request"',
  )
  expect(lines.slice(1).map((line) => Number(line.split(',')[7]?.replaceAll('"', '')))).toEqual(
    Array.from({ length: 2_100 }, (_, index) => 2_099 - index),
  )
  expect(lines[1]).toContain(`"'=Cleo Formula"`)
  const log = (await testApp.call(admin, 'GET', 'admin/audit-log?act=audit.exported')).data<Paged<{ actor: { _id: string } }>>()
  expect(log.items[0]?.actor._id).toBe(admin._id)
})

test('the list of acts contains each act once', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  for (const act of ['b.tested', 'a.tested', 'b.tested']) await testApp.db.insertInto('audit_log').values({ act }).execute()
  const acts = (await testApp.call(admin, 'GET', 'admin/audit-log/acts')).data<string[]>()
  expect(acts.filter((act) => act.endsWith('.tested') && act.length === 8)).toEqual(['a.tested', 'b.tested'])
  expect(acts).toEqual([...new Set(acts)])
})
