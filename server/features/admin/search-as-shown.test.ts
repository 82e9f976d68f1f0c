import { expect } from 'vitest'
import type { AuditRow, CrashReportRow } from '#contract/admin.ts'
import type { Circle } from '#contract/circles.ts'
import { actText, detailsText, subjectText } from '#domain/audit-words.ts'
import { crashTitle, placeOfCrash } from '#domain/crash-words.ts'
import { formatClock, formatDay, utc } from '#domain/dates.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

type Paged<Item> = { items: Item[] }

const listOf = async <Item>(testApp: TestApp, admin: Person, path: string) =>
  (await testApp.call(admin, 'GET', `admin/${path}${path.includes('?') ? '&' : '?'}page=1&pageSize=100`)).data<Paged<Item>>().items

/** The texts in the cells of a row of the audit log. */
const auditCells = (row: AuditRow): string[] =>
  [
    formatDay(row.at, utc, 'table'),
    // Without the zone: the database has other names for some zones.
    formatClock(row.at, utc).replace(' UTC', ''),
    actText(row.act),
    row.actor?.name,
    row.actor?.email,
    actText(row.subjectKind ?? ''),
    subjectText(row),
    detailsText(row),
    row.address,
  ].flatMap((text) => (text ? [text] : []))

test('the search of the audit log finds every row by every text that its cells show', async ({ testApp }) => {
  const [admin, owner] = [await testApp.seed.admin({ firstName: 'Ruth' }), await testApp.seed.investor({ firstName: 'Maya' })]
  const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
  const title = '100% “Harbor” Lofts_1'
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { title })
  const member = await testApp.seed.investor()
  await testApp.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
  await testApp.call(admin, 'PUT', `admin/user/${member._id}`, { firstName: 'Odette', lastName: 'Quill' })
  await testApp.db
    .insertInto('audit_log')
    .values([
      { act: 'thing.told', facts: { circle: circle._id, amount: 5 } },
      {
        act: 'thing.made_new',
        subject_kind: 'strange_thing',
        subject_id: '01890a5d-ac96-774b-bcce-b302099a8057',
        facts: { status: 'solved', isNew: true },
      },
    ])
    .execute()
  const rows = await listOf<AuditRow>(testApp, admin, 'audit-log')
  expect(rows.map(detailsText)).toEqual(
    expect.arrayContaining(['Fields: firstName, lastName', `amount: 5, circle: ${title}`, 'isNew: true, status: solved']),
  )
  for (const row of rows)
    for (const text of auditCells(row))
      for (const search of [text, text.toUpperCase(), text.slice(1, -1)])
        expect(
          (await listOf<AuditRow>(testApp, admin, `audit-log?search=${encodeURIComponent(search.slice(0, 100))}`)).map(({ _id }) => _id),
          search,
        ).toContain(row._id)
  expect(await listOf(testApp, admin, `audit-log?search=${encodeURIComponent('thing_made')}`)).toEqual([])
})

test('the log by and about a person has their acts and those on them', async ({ testApp }) => {
  const [admin, person] = [await testApp.seed.admin(), await testApp.seed.pending()]
  await testApp.call(person, 'PUT', `app/user/${person._id}`, { firstName: 'Una' })
  await testApp.call(admin, 'POST', 'admin/user-verification', { user: person._id })
  const rows = await listOf<AuditRow>(testApp, admin, `audit-log?person=${person._id}`)
  expect(rows.every(({ actor, subjectId }) => actor?._id === person._id || subjectId === person._id)).toBe(true)
  const acts = rows.map(({ act, actor }) => [act, actor?._id])
  expect(acts).toEqual(expect.arrayContaining([['user.verified', admin._id]]))
  expect(rows.some(({ actor }) => actor?._id === person._id)).toBe(true)
})

test('the search of crash reports finds every report by every text that its cells show', async ({ testApp }) => {
  const [admin, maya] = [await testApp.seed.admin(), await testApp.seed.investor({ firstName: 'Maya', lastName: 'Sorensen' })]
  const report = (error: object, data: object) => testApp.call(maya, 'POST', 'public/log/crash-report', { id: 'new', error, data })
  await report({ name: 'TypeError', message: 'Cannot read "arcs" of undefined\\n' }, { componentName: 'VoteTab', location: '/circle/7' })
  await report({ message: 'Only 100% words' }, { location: '/find-circles' })
  await report({}, {})
  const rows = await listOf<CrashReportRow>(testApp, admin, 'crash-report')
  expect(rows.map(crashTitle)).toEqual(expect.arrayContaining(['TypeError: Cannot read "arcs" of undefined\\n', 'Only 100% words']))
  for (const row of rows)
    for (const text of [
      crashTitle(row),
      placeOfCrash(row),
      row.userDescription,
      row.status,
      formatDay(row.createdAt, utc, 'table'),
    ].flatMap((each) => each || []))
      for (const search of [text, text.toUpperCase()])
        expect(
          (await listOf<CrashReportRow>(testApp, admin, `crash-report?search=${encodeURIComponent(search)}`)).map(({ _id }) => _id),
          search,
        ).toContain(row._id)
  expect(await listOf(testApp, admin, `crash-report?search=${encodeURIComponent('100_ words')}`)).toEqual([])
})
