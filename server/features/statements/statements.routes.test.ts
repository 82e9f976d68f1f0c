import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Export } from '#contract/export.ts'
import type { Needs } from '#contract/needs.ts'
import type { StatementYears, YearStatement } from '#contract/statements.ts'
import { type ExamplePerson, exampleStatements } from '#domain/worked-example.ts'
import { transaction } from '#server/db/transaction.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { createBookCircle } from '#server/testing/book-circle.ts'
import { writeEndedExample } from '#server/testing/ended-example.ts'
import { exportOf } from '#server/testing/export-data.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders, type TestApp, test } from '#server/testing/test-app.ts'
import { unzip } from '#server/testing/unzip.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The bytes of an answer. */
async function bytesOf(testApp: TestApp, person: Person, url: string): Promise<Buffer> {
  const answer = await testApp.app.inject({ method: 'GET', url: `/api/${url}`, headers: authHeaders(person.token) })
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.rawPayload
}

/** A figure as the specification's table has it. */
const tableOf = ({ figures }: YearStatement) => ({
  putIn: figures.putIn.ownCents,
  incomeLessCosts: figures.incomeLessCosts.ownCents,
  paidOut: 0 - figures.paidOut.ownCents,
  handedOn: figures.handedOnCents + figures.takenOverCents,
  oddCents: figures.oddCents.ownCents,
  capital: figures.capitalAtEnd.ownCents,
})

describe('the worked example', () => {
  test('gives everyone the statement of its year, also the former member, frozen with the bytes of its pages', {
    timeout: 240_000,
  }, async ({ testApp }) => {
    const { ann, ben, cy, dee, circleId } = await writeEndedExample(testApp)
    const people = { Ann: ann, Ben: ben, Cy: cy, Dee: dee } as const satisfies Record<ExamplePerson, Person>
    const url = `app/statement/${circleId}/2025`
    const read = async (person: Person) => (await testApp.call(person, 'GET', url)).data<YearStatement>()
    for (const [name, person] of Object.entries(people)) {
      const statement = await read(person)
      expect([name, statement.state, statement.sha256]).toEqual([name, 'ready', null])
      expect([name, tableOf(statement)]).toEqual([name, exampleStatements[name as ExamplePerson]])
    }
    // Of a year that is not issued, who left reads what is theirs, and nothing of the circle after they left.
    const before = await read(cy)
    expect(before).toMatchObject({ isFormer: true, holders: [], figures: { has: null, incomeLessCosts: { circleCents: null } } })
    expect((await read(ben)).figures.incomeLessCosts.circleCents).toBe(
      exampleStatements.Ann.incomeLessCosts +
        exampleStatements.Ben.incomeLessCosts +
        exampleStatements.Cy.incomeLessCosts +
        exampleStatements.Dee.incomeLessCosts,
    )

    expect((await testApp.call(ben, 'POST', url)).body.code).toBe('not_treasurer')
    const needs = async () =>
      (await testApp.call(ann, 'GET', 'app/needs-you')).data<Needs>().items.filter(({ kind }) => kind === 'statements')
    expect(await needs()).toMatchObject([{ name: '2025', path: `/circle/${circleId}/statement/2025` }])
    const issued = await testApp.call(ann, 'POST', url)
    expect([issued.status, issued.text]).toEqual([200, expect.any(String)])
    expect((await testApp.call(ann, 'POST', url)).body.code).toBe('statements_issued')
    expect(await needs()).toEqual([])
    const rows = await testApp.db.selectFrom('statements').selectAll().where('circle_id', '=', circleId).execute()
    expect(rows).toHaveLength(4)
    for (const [name, person] of Object.entries(people)) {
      const statement = await read(person)
      expect([name, tableOf(statement)]).toEqual([name, exampleStatements[name as ExamplePerson]])
      const row = rows.find(({ user_id }) => user_id === person._id)
      expect(statement).toMatchObject({ state: 'issued', sha256: row?.figures_sha256, name: `${name} Smith` })
      for (const paper of ['a4', 'letter'] as const) {
        const pages = await bytesOf(testApp, person, `${url}/pdf?paper=${paper}`)
        expect([name, paper, sha256(pages)]).toEqual([name, paper, row?.[`pdf_${paper}_sha256`]])
        expect(pages.toString('latin1')).toMatch(/\/MarkInfo|\/StructTreeRoot/)
      }
      const csv = (await bytesOf(testApp, person, `${url}/csv`)).toString('utf8')
      expect(csv).toContain(`"Part","What","How it is reckoned","Circle (USD)","${name} Smith (USD)"`)
    }
    expect((await exportOf(testApp, cy)).data<Export>().statements).toMatchObject([{ year: 2025, figures: { arcs: [] } }])
    const years = (await testApp.call(cy, 'GET', `app/statement/${circleId}`)).data<StatementYears>()
    expect(years).toEqual({ years: [{ year: 2025, state: 'issued', issuedAt: expect.any(String) }], isTreasurer: false })
    for (const statement of ['update statements set year = 2026', 'delete from statement_years', 'truncate statements cascade'])
      await expect(sql.raw(statement).execute(testApp.db)).rejects.toThrow('append-only')

    // The book and what follows from it is for members; nobody else gets it.
    expect((await testApp.call(cy, 'GET', `app/year-pack/${circleId}/2025`)).status).toBe(404)
    const stranger = await testApp.seed.investor()
    for (const each of [url, `app/statement/${circleId}`, `${url}/pdf`])
      expect((await testApp.call(stranger, 'GET', each)).status).toBe(404)

    const pack = await bytesOf(testApp, ann, `app/year-pack/${circleId}/2025`)
    expect(await bytesOf(testApp, ann, `app/year-pack/${circleId}/2025`)).toEqual(pack)
    const files = unzip(pack)
    const others = unzip(await bytesOf(testApp, dee, `app/year-pack/${circleId}/2025`))
    const membersIn = (each: ReadonlyMap<string, string>) =>
      (each.get('capital-by-member.csv') ?? '')
        .split('\r\n')
        .slice(1, -1)
        .map((row) => row.split(',')[0])
    expect(membersIn(files).toSorted()).toEqual(['"Ann Smith"', '"Ben Smith"', '"Circle"', '"Cy Smith"', '"Dee Smith"'])
    expect(membersIn(others)).toEqual(['"Dee Smith"', '"Circle"'])
  })
})

test('a running year has figures so far and is not issued; a year is issued after the one before, and what changed since is corrected', {
  timeout: 240_000,
}, async ({ testApp }) => {
  const { ann, ben, circleId, operating, write } = await createBookCircle(testApp)
  const rent = (day: string, amountCents: number) =>
    write('income', day, [
      { account: 'cash', bankAccount: operating, amountCents },
      { account: 'rent', amountCents: -amountCents },
    ])
  await sql`alter table ledger disable trigger user`.execute(testApp.db)
  await sql`update ledger set at = '2023-06-01' where circle_id = ${circleId}`.execute(testApp.db)
  await sql`alter table ledger enable trigger user`.execute(testApp.db)
  await rent('2024-03-01', 400_01)
  const url = (year: number) => `app/statement/${circleId}/${year}`
  const read = async (person: Person, year: number) => (await testApp.call(person, 'GET', url(year))).data<YearStatement>()
  const present = Number((await read(ann, 2024)).years.at(-1))
  expect((await read(ben, 2024)).state).toBe('december_open')
  expect(await read(ben, present)).toMatchObject({ state: 'running', figures: { capitalAtStart: { ownCents: 100_00 } } })
  expect((await testApp.call(ann, 'POST', url(present))).body.code).toBe('statements_not_yet')
  expect((await testApp.call(ann, 'GET', url(2023))).body.code).toBe('statement_not_found')
  expect((await bytesOf(testApp, ben, `${url(present)}/pdf`)).subarray(0, 5).toString()).toBe('%PDF-')

  const close = (month: string) =>
    sql`insert into month_closings (circle_id, month, closed_by) values (${circleId}, ${month}, ${ben._id})`.execute(testApp.db)
  await close('2025-12-01')
  expect((await testApp.call(ann, 'POST', url(2025))).body.code).toBe('statements_in_order')
  expect((await testApp.call(ann, 'POST', url(2024))).status).toBe(200)

  // As if the month had been opened again: the frozen statement stays, the next one says what changed.
  await sql`alter table book_entries disable trigger user`.execute(testApp.db)
  await sql`alter table book_lines disable trigger user`.execute(testApp.db)
  await transaction(testApp.db, async (tx) => {
    await sql`with added as (insert into book_entries (id, circle_id, number, kind, day, booked_by)
        values (gen_random_uuid(), ${circleId}, 2, 'income', '2024-05-01', ${ann._id}) returning id)
      insert into book_lines (entry_id, circle_id, position, account, bank_account_id, amount_cents)
        select id, ${circleId}::uuid, 1, 'cash', ${operating}::uuid, 40 from added union all select id, ${circleId}::uuid, 2, 'rent', null, -40 from added`.execute(
      tx,
    )
  })
  await sql`alter table book_entries enable trigger user`.execute(testApp.db)
  await sql`alter table book_lines enable trigger user`.execute(testApp.db)
  expect((await read(ben, 2024)).figures.capitalAtEnd).toEqual({ circleCents: 400_01, ownCents: 100_00 })
  const next = await read(ben, 2025)
  expect(next.figures).toMatchObject({
    capitalAtStart: { circleCents: 400_01, ownCents: 100_00 },
    corrected: { circleCents: 40, ownCents: 10 },
    capitalAtEnd: { circleCents: 400_41, ownCents: 100_10 },
  })
  expect((await testApp.call(ann, 'POST', url(2025))).status).toBe(200)
})

test('a late bill is named in the year in which it is booked; money in suspense keeps statements from being issued', {
  timeout: 240_000,
}, async ({ testApp }) => {
  const { ann, cy, circleId, operating } = await createBookCircle(testApp)
  await sql`alter table ledger disable trigger user`.execute(testApp.db)
  await sql`update ledger set at = '2023-06-01' where circle_id = ${circleId}`.execute(testApp.db)
  await sql`alter table ledger enable trigger user`.execute(testApp.db)
  const write = (day: string, account: 'utilities' | 'suspense', amountCents: number, belongsTo?: string) =>
    transaction(testApp.db, (tx) =>
      writeEntry(tx, {
        circleId,
        kind: 'payment',
        day,
        lines: [
          { account, amountCents },
          { account: 'cash', bankAccount: operating, amountCents: -amountCents },
        ],
        bookedBy: ann._id,
        ...(belongsTo && { belongsTo }),
      }),
    )
  await write('2024-02-01', 'utilities', 101)
  await write('2024-06-01', 'suspense', 50)
  await write('2025-01-10', 'utilities', 90_48, '2024-11-01')
  const url = (year: number) => `app/statement/${circleId}/${year}`
  await sql`insert into month_closings (circle_id, month, closed_by) values (${circleId}, '2025-12-01', ${cy._id})`.execute(testApp.db)
  expect((await testApp.call(ann, 'GET', url(2024))).data<YearStatement>()).toMatchObject({ state: 'suspense', suspenseCents: 50 })
  expect((await testApp.call(ann, 'POST', url(2024))).body).toMatchObject({
    code: 'statements_not_yet',
    error: expect.stringContaining('$0.50 waits in suspense.'),
  })
  const { figures } = (await testApp.call(cy, 'GET', url(2025))).data<YearStatement>()
  expect(figures.late).toEqual([
    { entry: 3, day: '2025-01-10', belongsTo: '2024-11', account: 'utilities', circleCents: -90_48, ownCents: -22_62 },
  ])
  await transaction(testApp.db, (tx) =>
    writeEntry(tx, {
      circleId,
      kind: 'resolution',
      day: '2026-01-15',
      lines: [
        { account: 'suspense', amountCents: -50 },
        { account: 'other_costs', amountCents: 50 },
      ],
      bookedBy: ann._id,
    }),
  )
  expect((await testApp.call(ann, 'POST', url(2024))).status).toBe(200)
})
