import fc from 'fast-check'
import { expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { Book, BookEntry } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import { bankCsv, bankFile, createBookCircle } from '../book-circle.ts'
import { stepUpFor } from '../buying-circle.ts'
import { ledgerProblems } from '../ledger-problems.ts'
import type { TestApp } from '../test-app.ts'

type Shown = {
  readonly what: 'rent' | 'fee' | 'by the motion' | 'without a motion' | 'related to a member'
  readonly month: 1 | 2
  readonly cents: number
  /** Whether the members ratify it, if they are asked. */
  readonly isRatified: boolean
}

const shown: fc.Arbitrary<Shown> = fc.record({
  what: fc.constantFrom('rent', 'fee', 'by the motion', 'by the motion', 'without a motion', 'without a motion', 'related to a member'),
  month: fc.constantFrom(1, 2),
  cents: fc.integer({ min: 1, max: 40_000 }),
  isRatified: fc.boolean(),
})
/** What the bank of a circle shows in two months, and what its motions and rules permit. */
export const bankHistories = fc.record({
  lines: fc.array(shown, { minLength: 6, maxLength: 14 }).map((lines) => [...lines].sort((a, b) => a.month - b.month)),
  spendCents: fc.integer({ min: 1_000, max: 80_000 }),
  emergencyCents: fc.constantFrom(0, 20_000, 50_000),
  floorCents: fc.constantFrom(0, 30_000),
})
export type BankHistory = typeof bankHistories extends fc.Arbitrary<infer Value> ? Value : never

/** What may be paid by the rules, in the simplest way. */
function newModel({ spendCents, emergencyCents, floorCents }: BankHistory) {
  let cash = 0
  let motionLeft = spendCents
  let isOff = false
  const emergencyUsed = { 1: 0, 2: 0 }
  return {
    isOff: () => isOff,
    notRatified: () => {
      isOff = true
    },
    cash: () => cash,
    book({ what, month, cents }: Shown): string | null {
      const before = cash
      cash += what === 'rent' ? cents : -cents
      if (what === 'rent') return null
      if (what === 'fee') return 'bank_fee'
      const isEmergency = what !== 'related to a member' && !isOff && cents <= emergencyCents - emergencyUsed[month]
      if (what === 'by the motion') {
        if (cents > motionLeft) return 'none'
        if (before - cents >= floorCents) {
          motionLeft -= cents
          return 'motion'
        }
      }
      if (!isEmergency) return 'none'
      emergencyUsed[month] += cents
      return 'emergency'
    },
  }
}

/** Books every line that the bank shows, compares how each was permitted with the model, and closes both months. */
export async function runBankHistory(testApp: TestApp, history: BankHistory): Promise<void> {
  const { lines, spendCents, emergencyCents, floorCents } = history
  const { ann, ben, cy, operating, files, post, get, decide, vote } = await createBookCircle(testApp)
  await decide({ kind: 'reserve', floorCents, emergencyCents })
  const facts = { kind: 'spend', amountCents: spendCents, category: 'repairs', repeats: null, relatedMember: null }
  const motionId = await decide(facts, 'Handy')
  const opening = 100_000
  const rows = lines.map(
    ({ what, month, cents }, index) =>
      [`2025-0${month}-${String(index + 2).padStart(2, '0')}`, what === 'rent' ? cents : -cents, `LINE ${index}`] as const,
  )
  const all = [['2025-01-01', opening, 'FIRST RENT'] as const, ...rows]
  const imported = await testApp.call(
    ann,
    'POST',
    `${files}/import`,
    bankFile(operating, bankCsv(all), { from: '2025-01-01', to: '2025-02-28' }),
  )
  expect([imported.status, imported.text]).toEqual([200, expect.any(String)])
  const read = async () => (await testApp.call(ann, 'GET', `${files}/lines?state=unmatched`)).data<BankLines>().lines
  const waiting = new Map((await read()).map(({ text, _id }) => [text, _id]))

  const model = newModel(history)
  const bookLine = async (text: string, line: Shown) => {
    const { what, cents } = line
    const cash = { bankAccountId: operating, amountCents: cents, bankLineId: waiting.get(text) }
    const cost = { what: 'cost', ...cash, account: 'repairs', payee: 'Handy', relatedMember: null }
    const [path, body] = {
      rent: ['income', { what: 'rent', ...cash, payee: 'Tenant' }],
      fee: ['payment', { what: 'bank_fee', ...cash }],
      'by the motion': ['payment', { ...cost, motionId }],
      'without a motion': ['payment', cost],
      'related to a member': ['payment', { ...cost, relatedMember: ben._id }],
    }[what] as [string, object]
    const expected = model.book(line)
    const booked = await post(ann, path, body)
    expect([line, booked.status, booked.text]).toEqual([line, 200, expect.any(String)])
    const { entryId, ratifyMotionId } = booked.data<{ entryId: string; ratifyMotionId: string | null }>()
    const entry = (await get(cy, `/entry/${entryId}`)).data<BookEntry>()
    expect([line, entry.permission, ratifyMotionId !== null]).toEqual([line, expected, expected === 'none' || expected === 'emergency'])
    if (ratifyMotionId && !line.isRatified) {
      await vote(ratifyMotionId, 'no')
      model.notRatified()
    }
    expect((await get(cy)).data<Book>().emergency.isOff).toBe(model.isOff())
  }
  await bookLine('FIRST RENT', { what: 'rent', month: 1, cents: opening, isRatified: true })
  for (const [index, line] of lines.entries()) await bookLine(`LINE ${index}`, line)

  // Nothing that the bank shows stays unbooked, and both months close.
  expect(await read()).toEqual([])
  const january = rows.filter(([day]) => day < '2025-02').reduce((sum, [, cents]) => sum + cents, opening)
  for (const [month, typedCents] of [
    ['2025-01', january],
    ['2025-02', model.cash()],
  ] as const) {
    await stepUpFor(testApp, cy, 'confirm_money')
    const closed = await post(cy, `month/${month}/confirm`, { balances: [{ bankAccountId: operating, typedCents }] })
    expect([month, closed.status, closed.text]).toEqual([month, 200, expect.any(String)])
    expect(closed.data<BookMonth>().state).toBe('closed')
  }
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
}
