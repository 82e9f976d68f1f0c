import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastDayOf, nextMonth } from '#domain/month-close.ts'
import { newId } from '#server/db/ids.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { callOf, overProcesses } from './over-processes.ts'

const kills = Number(process.env.KILLS ?? 20)
const linesPerFile = 1_000

let cluster: TestCluster

beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.close())

type Found = { readonly imports: number; readonly lines: number; readonly halfDone: string[] }

/** What the database holds of bank files, and what of it is only half done. */
async function readImports(): Promise<Found> {
  const { rows } = await sql<Found>`
    select (select count(*)::int from bank_imports) as imports, (select count(*)::int from bank_lines) as lines,
      array(
        select 'a file with ' || added || ' lines has others' from bank_imports
          where added <> (select count(*) from bank_lines where import_id = bank_imports.id)
        union all select 'a line without its text' from bank_lines where not exists (select from bank_line_texts where line_id = bank_lines.id)
        union all select 'a file without its balances' from bank_imports
          where not exists (select from bank_balances where import_id = bank_imports.id)
        union all select 'not one line of audit for each file'
          where (select count(*) from bank_imports) <> (select count(*) from audit_log where act = 'bank_file.imported')) as "halfDone"`.execute(
    cluster.db,
  )
  return rows[0] as Found
}

/** A month of lines, 40 a day, with the bank's balance after each. */
function monthOfLines(month: string, openingCents: number): { readonly csv: string; readonly closingCents: number } {
  const lines = Array.from({ length: linesPerFile }, (_, index) => {
    const day = `${month}-${String(1 + Math.floor((index * 28) / linesPerFile)).padStart(2, '0')}`
    return [day, (index % 7) - 3 || 5, `LINE ${index}`] as const
  })
  return { csv: bankCsv(lines, openingCents), closingCents: lines.reduce((sum, [, cents]) => sum + cents, openingCents) }
}

test(`H12: ${kills} kills of an API in the middle of bank files: each file is there whole or not at all, and once`, async () => {
  const apis: ApiProcess[] = await Promise.all([cluster.startApi(), cluster.startApi()])
  const { ann, files, operating } = await createBookCircle(overProcesses(cluster, apis))
  let month = '2023-01'
  let closingCents = 0
  let taken = 0
  for (let kill = 1; kill <= kills; kill++) {
    const file = monthOfLines(month, closingCents)
    const body = bankFile(operating, file.csv, { from: `${month}-01`, to: lastDayOf(month) })
    const victim = kill % apis.length
    const key = newId()
    const send = (index: number) =>
      callOf(apis[index]?.url ?? '')(ann, 'POST', `${files}/import`, body, { 'idempotency-key': key }).catch(() => null)
    const first = send(victim)
    await sleep(Math.random() * 600)
    await (apis[victim] as ApiProcess).kill('SIGKILL')
    const answer = await first
    const after = await readImports()
    expect(after.halfDone).toEqual([])
    // What was answered is there; what was not may be there, whole.
    expect([kill - 1 + (answer?.status === 200 ? 1 : 0), kill]).toContain(after.imports)
    if (answer?.status !== 200 && after.imports === kill) taken++
    apis[victim] = await cluster.startApi()
    // The page sends it again with its key, to whichever process answers.
    const again = await send(1 - victim)
    expect([again?.status, again?.text]).toEqual([200, expect.any(String)])
    const whole = await readImports()
    expect(whole).toEqual({ imports: kill, lines: kill * linesPerFile, halfDone: [] })
    closingCents = file.closingCents
    month = nextMonth(month)
  }
  expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
  console.log(`H12 ${kills} kills: ${kills * linesPerFile} lines, every file whole and once; ${taken} were stored without an answer`)
})
