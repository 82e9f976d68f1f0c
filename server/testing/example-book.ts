import { expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { BookEntry } from '#contract/book.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { exampleLines } from '#domain/example-book.ts'
import { exampleEntries, exampleLateAtTheBank } from '#domain/worked-example.ts'
import { bankCsv, bankFile, createBookCircle } from './book-circle.ts'
import { insertPaper } from './buying-circle.ts'
import { asIf, distributionCalls, startOwning } from './distributions.ts'
import type { Person } from './seed.ts'
import type { TestApp } from './test-app.ts'

/** The example as if it had been two years earlier: nothing is booked on a day that has not come. */
export const past = (day: string): string => day.replace('2027', '2025')
const exampleEntry = (no: number) => {
  const entry = exampleEntries.find((each) => each.no === no)
  if (!entry) throw new Error(`there is no entry ${no}`)
  return { ...entry, day: past(entry.day) }
}
const dayOf = (no: number): string => exampleEntry(no).day

type Play = {
  /** The last entry that the bank's files show. */
  readonly shownTo?: 30 | 36
  /** Done after entry 25, before arc 4 would be Dee's. */
  readonly handOn?: (circle: Awaited<ReturnType<typeof createBookCircle>>) => Promise<void>
}

/** The worked example up to entry 30, over the API wherever the book has a call for it. Checks that each entry has the example’s lines. */
export async function playExampleBook(testApp: TestApp, { shownTo = 30, handOn }: Play = {}) {
  const circle = await createBookCircle(testApp)
  const { ann, ben, cy, operating, post, files, decide, write } = circle
  const people: Readonly<Record<string, string>> = { Ann: ann._id, Ben: ben._id, Cy: cy._id }
  await decide({ kind: 'treasurer', member: ben._id })
  const deposits = (await post(ann, 'account', { name: 'Deposits', purpose: 'deposits' })).data<{ _id: string }>()._id
  const ids: Readonly<Record<string, string>> = { operating, deposits }
  const own = (line: BookLine): BookLine => {
    if (line.account === 'cash') return { ...line, bankAccount: ids[line.bankAccount] ?? '' }
    return line.account === 'owed' ? { ...line, person: people[line.person] ?? '' } : line
  }
  const others = (kind: string, no: number) => write(kind, dayOf(no), exampleLines(no).map(own))
  const repairs = await decide(
    { kind: 'spend', amountCents: 300_000, category: 'repairs', repeats: null, relatedMember: null },
    'Handy & Co',
  )
  await decide({ kind: 'spend', amountCents: 10_000_000, category: 'loan', repeats: null, relatedMember: null }, 'First Bank')

  const lateDay = (no: number, account: string) =>
    exampleLateAtTheBank.find((late) => late.no === no && late.account === `cash:${account}`)?.day
  const bankLines = (account: string) =>
    exampleEntries
      .filter(({ no }) => no <= shownTo)
      .flatMap(({ no, day, lines }) =>
        lines
          .filter((line) => line.account === `cash:${account}`)
          .map(({ amountCents }) => [past(lateDay(no, account) ?? day), amountCents, `NO ${no}`] as const),
      )
      .toSorted(([one], [other]) => one.localeCompare(other))
  for (const account of ['operating', 'deposits']) {
    const body = bankFile(ids[account] ?? '', bankCsv(bankLines(account)), { from: '2025-01-01', to: '2025-04-30' })
    const imported = await testApp.call(ben, 'POST', `${files}/import`, body)
    expect([imported.status, imported.text]).toEqual([200, expect.any(String)])
  }
  const all = (await testApp.call(ben, 'GET', `${files}/lines`)).data<BankLines>().lines
  const lineOf = (no: number, account = 'operating') =>
    all.find(({ text, bankAccountId }) => text === `NO ${no}` && bankAccountId === ids[account])?._id ?? ''

  /** Books one entry over the API and checks that it has the lines of the example. */
  const book = async (no: number, path: string, body: object, person: Person = ben): Promise<string> => {
    const answer = await post(person, path, body)
    if (answer.status !== 200) throw new Error(`entry ${no} answered ${answer.status}: ${answer.text}`)
    const { entryId, number } = answer.data<{ entryId: string; number: number }>()
    expect([no, number]).toEqual([no, path === 'outlay' ? number : no])
    const entry = (await circle.get(ben, `/entry/${entryId}`)).data<BookEntry>()
    expect(entry.lines.map(({ account, amountCents }) => `${account} ${amountCents}`).sort()).toEqual(
      exampleLines(no)
        .map(({ account, amountCents }) => `${account} ${amountCents}`)
        .sort(),
    )
    expect(entry.day).toBe(dayOf(no))
    return entryId
  }
  const cash = (no: number, account = 'operating') => ({
    bankAccountId: ids[account],
    amountCents: Math.abs(exampleLines(no).find((line) => line.account === 'cash' && line.bankAccount === account)?.amountCents ?? 0),
    bankLineId: lineOf(no, account),
  })
  const match = async (no: number, entryId: string, account = 'operating') => {
    const entry = (await circle.get(ben, `/entry/${entryId}`)).data<BookEntry>()
    const position = entry.lines.find(({ bankAccountId }) => bankAccountId === ids[account])?.position
    const matched = await testApp.call(ben, 'POST', `${files}/match`, {
      bankLineIds: [lineOf(no, account)],
      cashLines: [{ entryId, position }],
    })
    expect([no, matched.status, matched.text]).toEqual([no, 200, expect.any(String)])
  }
  const rent = (no: number) => book(no, 'income', { what: 'rent', ...cash(no), payee: 'Tenant' })
  const loan = (no: number, interestCents: number, principalCents: number) => {
    const { bankAccountId, bankLineId } = cash(no)
    return book(no, 'loan-payment', { bankAccountId, bankLineId, interestCents, principalCents, reserveCents: 15_000 })
  }
  const { distribute, payByWord } = distributionCalls(testApp, { circleId: circle.circleId, treasurer: ben, voters: [ann, ben, cy] })
  /** Drafted, proposed, passed and posted over the API; as if that had been on the day of the example. */
  const payOutAs = async (no: number, amountCents: number) => {
    const posted = await distribute(amountCents)
    const [entry] = posted.entries
    if (!entry) throw new Error(`entry ${no} was not posted: ${posted.state}`)
    expect(entry.number).toBe(no)
    await asIf(testApp, `update book_entries set day = '${dayOf(no)}' where id = '${entry._id}'`)
    expect(
      (await circle.get(ben, `/entry/${entry._id}`)).data<BookEntry>().lines.map(({ account, amountCents: cents }) => [account, cents]),
    ).toEqual(exampleLines(no).map(({ account, amountCents: cents }) => [account, cents]))
    return posted._id
  }
  const payOut = (no: number, person: Person) => book(no, 'payment', { what: 'owed', person: person._id, ...cash(no) })

  await others('contribution', 1)
  await others('call_opened', 2)
  for (const no of [3, 4, 5]) await match(no, (await others('contribution', no)).id)
  await match(6, (await others('wire', 6)).id)
  await others('settlement', 7)
  await startOwning(testApp, circle.circleId)
  await match(
    8,
    await book(8, 'transfer', { from: { bankAccountId: operating }, toBankAccountId: deposits, ...cash(8), day: dayOf(8) }),
    'deposits',
  )
  const returned = await rent(9)
  await book(10, 'transfer', { from: { heldBy: 'title' }, toBankAccountId: operating, ...cash(10) })
  await book(11, `reversal/${returned}`, { words: 'Returned by the bank', bankLineId: lineOf(11) })
  await book(12, 'payment', { what: 'bank_fee', ...cash(12) })
  const outlay = await post(ben, 'outlay', {
    person: ann._id,
    account: 'repairs',
    amountCents: 45_00,
    day: dayOf(13),
    payee: 'Locksmith',
    documentVersionId: await insertPaper(testApp, circle.circleId, ann),
    relatedMember: null,
  })
  expect([outlay.status, outlay.text]).toEqual([200, expect.any(String)])
  await rent(14)
  for (const no of [15, 16, 17]) await match(no, (await others('contribution', no)).id)
  const cost = { what: 'cost', motionId: repairs, relatedMember: null } as const
  const check = await book(18, 'payment', {
    ...cost,
    ...cash(18),
    bankLineId: null,
    day: dayOf(18),
    account: 'repairs',
    words: 'Check 101',
  })
  await match(18, check)
  await loan(19, 50_000, 9_955)
  await rent(20)
  const furnace = await book(21, 'payment', { ...cost, ...cash(21), account: 'property' })
  await book(22, 'refund', { entryId: furnace, ...cash(22) })
  const distributionId = await payOutAs(23, 100_003)
  await payOut(24, ann)
  // The treasurer's own, by check: another member says so before the bank shows it.
  const ownCheck = { receiver: ben, word: ann, bankAccountId: operating, day: dayOf(25) }
  await match(25, await payByWord(distributionId, ownCheck))
  await handOn?.(circle)
  await book(26, 'income', { what: 'other_income', ...cash(26, 'deposits') })
  await loan(27, 49_950, 10_005)
  await rent(28)
  await payOut(29, cy)
  await payOut(30, ann)
  return { ...circle, deposits, repairs, ids, people, distributionId, book, cash, match, lineOf }
}
