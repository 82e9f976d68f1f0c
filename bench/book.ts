// What a book costs as it grows: npm run bench -- book
// The Book tab with ten years beside one year, in turns on one database; and a bank file with a year of 2,000 lines.
import type { BankLines } from '#contract/bank-lines.ts'
import { lastDayOf, nextMonth } from '#domain/month-close.ts'
import { newId } from '#server/db/ids.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { stepUpFor } from '#server/testing/buying-circle.ts'
import type { Answer, ApiUnderTest } from '#server/testing/test-app.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { callOf } from '../proofs/over-processes.ts'
import { median, printHead, printRow, quantile } from './figures.ts'

const rounds = Number(process.argv[2] ?? 40)
const linesPerMonth = 10
const rentCents = 100_000

type BookCircle = Awaited<ReturnType<typeof createBookCircle>>

function expectOk(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}

const two = (number: number): string => String(number).padStart(2, '0')

/** Rents of each month, imported, booked against their lines, and closed by a member who had no part in it. */
async function keepYears(api: ApiUnderTest, circle: BookCircle, firstYear: number, years: number): Promise<void> {
  const { ann, cy, operating, files, post } = circle
  let closingCents = 0
  let month = `${firstYear}-01`
  for (let nth = 0; nth < 12 * years; nth++) {
    const lines = Array.from(
      { length: linesPerMonth },
      (_, index) => [`${month}-${two(2 * index + 1)}`, rentCents, `RENT ${index}`] as const,
    )
    const choices = { from: `${month}-01`, to: lastDayOf(month) }
    const headers = { 'idempotency-key': newId() }
    expectOk(await api.call(ann, 'POST', `${files}/import`, bankFile(operating, bankCsv(lines, closingCents), choices), headers))
    const waiting = expectOk(await api.call(ann, 'GET', `${files}/lines?state=unmatched`)).data<BankLines>().lines
    for (const { _id } of waiting)
      expectOk(
        await post(ann, 'income', { what: 'rent', bankAccountId: operating, amountCents: rentCents, bankLineId: _id, payee: 'Tenant' }),
      )
    closingCents += linesPerMonth * rentCents
    await stepUpFor(api, cy, 'confirm_money')
    expectOk(await post(cy, `month/${month}/confirm`, { balances: [{ bankAccountId: operating, typedCents: closingCents }] }))
    month = nextMonth(month)
  }
}

async function timed(act: () => Promise<Answer>): Promise<number> {
  const started = performance.now()
  expectOk(await act())
  return performance.now() - started
}

/** What the Book tab asks for when it opens. */
async function openTab({ cy, get }: BookCircle): Promise<Answer> {
  const [book, entries] = await Promise.all([get(cy), get(cy, '/entries')])
  expectOk(entries)
  return book
}

async function measureTab(api: ApiUnderTest): Promise<void> {
  const [short, long] = [await createBookCircle(api), await createBookCircle(api)]
  await keepYears(api, short, 2025, 1)
  await keepYears(api, long, 2016, 10)
  const times = { short: [] as number[], long: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.short.push(await timed(() => openTab(short)))
    times.long.push(await timed(() => openTab(long)))
  }
  printRow({
    what: `The Book tab with ten years (${120 * linesPerMonth} entries) beside one`,
    figures: `median ${median(times.long).toFixed(0)} ms beside ${median(times.short).toFixed(0)} ms, p95 ${quantile(times.long, 0.95).toFixed(0)} ms`,
    ratio: (median(times.long) / median(times.short)).toFixed(2),
    goal: 'at most 1.5',
  })
}

async function measureImport(api: ApiUnderTest): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const { ann, files, operating } = await createBookCircle(api)
    const lines = Array.from({ length: 2_000 }, (_, index) => {
      const [month, day] = [1 + Math.floor(index / 167), 1 + (Math.floor(index / 6) % 28)]
      return [`2025-${two(month)}-${two(day)}`, (index % 97) - 48 || 1, `LINE ${index}`] as const
    }).sort(([a], [b]) => a.localeCompare(b))
    const body = bankFile(operating, bankCsv(lines), { from: '2025-01-01', to: '2025-12-31' })
    times.push(await timed(() => api.call(ann, 'POST', `${files}/import`, body, { 'idempotency-key': newId() })))
  }
  printRow({
    what: 'A bank file with a year of 2,000 lines',
    figures: `median ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
    ratio: '',
    goal: 'below 2,000 ms',
  })
}

async function main(): Promise<void> {
  const cluster = await startTestCluster()
  try {
    const server = await cluster.startApi()
    const api: ApiUnderTest = { db: cluster.db, seed: cluster.seed, call: callOf(server.url) }
    printHead()
    await measureImport(api)
    await measureTab(api)
  } finally {
    await cluster.close()
  }
}

await main()
