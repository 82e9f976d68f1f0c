import { expect } from 'vitest'
import { type AuditRow, adminCircleSorts, auditSorts, crashReportSorts, type MailRow, mailSorts, peopleSorts } from '#contract/admin.ts'
import type { Circle } from '#contract/circles.ts'
import { formatDay } from '#domain/dates.ts'
import { sortOrdersOf } from '#domain/pages.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/test-app.ts'

type Paged<Item> = { items: Item[]; total: number; page: number; pageSize: number }

test('overview, crash reports, audit log and outbox work, and every act is in the audit log', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const pending = await testApp.seed.pending()
  await testApp.call(admin, 'POST', 'admin/user-verification', { user: pending._id })
  const overview = (await testApp.call(admin, 'GET', 'admin/overview')).data<{
    users: number
    committed: { amount: number }[]
    fundedAmount: number
  }>()
  expect(overview.users).toBeGreaterThan(0)
  const log = (await testApp.call(admin, 'GET', 'admin/audit-log?act=user.verified')).data<Paged<{ act: string; actor: { _id: string } }>>()
  expect(log.items.every((row) => row.act === 'user.verified')).toBe(true)
  expect((await testApp.call(admin, 'GET', 'admin/mail')).data<Paged<object>>().total).toBeGreaterThan(0)
  expect((await testApp.call(admin, 'GET', 'admin/crash-report')).status).toBe(200)
  expect((await testApp.call(admin, 'POST', 'admin/mail/nothing', {})).status).toBe(404)
})

test('the audit log shows addresses and names, and can be searched by them', async ({ testApp }) => {
  const admin = await testApp.seed.admin({ firstName: 'Petra', lastName: 'Logsdon' })
  const owner = await testApp.seed.investor()
  const buyer = await testApp.seed.investor()
  const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { title: 'Logged Lofts' }))).data<Circle>()
  await testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { owner: buyer._id })
  await testApp.call(admin, 'PUT', `admin/user/${owner._id}`, { status: 'suspended' })
  const log = async (query: Record<string, string>) =>
    (await testApp.call(admin, 'GET', `admin/audit-log?${new URLSearchParams(query)}`)).data<Paged<AuditRow>>().items

  const [handOver] = await log({ act: 'circle.handed_over', subject: circle._id })
  expect(handOver?.actor).toEqual({ _id: admin._id, name: 'Petra Logsdon', email: admin.email })
  expect(handOver?.names).toEqual({ [circle._id]: 'Logged Lofts', [buyer._id]: buyer.email })
  const found = async (search: string) => (await log({ search, pageSize: '100' })).map(({ act, subjectId }) => `${act} ${subjectId}`)
  expect(await found('logged LOFTS')).toContain(`circle.handed_over ${circle._id}`)
  expect(await found(owner.email)).toEqual(expect.arrayContaining([expect.stringMatching(`^user\\.[a-z_]+ ${owner._id}$`)]))
  expect(await found('circle handed')).toContain(`circle.handed_over ${circle._id}`)
  expect(await found('petra logsdon')).toContain(`circle.handed_over ${circle._id}`)
  const lines = (await testApp.call(admin, 'GET', `admin/audit-log?subject=${circle._id}&format=csv`)).text.split('\r\n')
  expect(lines[0]).toContain('"Subject (name)"')
  expect(lines.slice(1, -1).every((line) => line.includes('"Logged Lofts"'))).toBe(true)
})

test('the outbox is searched by what it shows and sorted by each of its columns', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const pending = await testApp.seed.pending()
  await testApp.call(admin, 'POST', 'admin/user-verification', { user: pending._id })
  const mails = async (query: Record<string, string>) =>
    (await testApp.call(admin, 'GET', `admin/mail?${new URLSearchParams({ pageSize: '100', ...query })}`)).data<Paged<MailRow>>().items
  for (const search of ['You are verified', formatDay(new Date(), 'UTC', 'table'), 'queued', pending.email])
    expect(
      (await mails({ search })).map(({ to }) => to),
      search,
    ).toContain(pending.email)
  for (const sort of ['to', 'template', 'status', 'attempts', 'createdAt', '-sentAt'])
    expect((await mails({ sort })).length).toBeGreaterThan(0)
})

test.for([
  ['admin/user', peopleSorts],
  ['admin/broker', peopleSorts],
  ['admin/circle', adminCircleSorts],
  ['admin/crash-report', crashReportSorts],
  ['admin/audit-log', auditSorts],
  ['admin/mail', mailSorts],
] as const)(
  '%s sorts by each of its keys in both directions, and names them when it refuses another',
  async ([path, keys], { testApp }) => {
    const admin = await testApp.seed.admin()
    for (const sort of sortOrdersOf<string>(keys))
      expect([sort, (await testApp.call(admin, 'GET', `${path}?sort=${sort}&page=1`)).status]).toEqual([sort, 200])
    for (const sort of ['secret', 'constructor', `--${keys[0]}`]) {
      const refused = await testApp.call(admin, 'GET', `${path}?sort=${sort}&page=1`)
      expect([refused.status, refused.body.fields]).toEqual([400, [{ field: 'sort', message: `Please sort by one of ${keys.join(', ')}` }]])
    }
  },
)
