import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { BookEntry } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import type { StageLine } from '#contract/motions.ts'
import type { Offer } from '#contract/offers.ts'
import type { Ending, Sale } from '#contract/sale.ts'
import type { YearStatement } from '#contract/statements.ts'
import { freeCashOf } from '#domain/distributions.ts'
import { exampleLines } from '#domain/example-book.ts'
import {
  exampleBalances,
  exampleBankBalances,
  exampleFreeCash,
  exampleMonthEnds,
  exampleStatements,
  exampleTransfer,
} from '#domain/worked-example.ts'
import { projectRoot } from '#server/root.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { insertPaper, readEntries, stepUpFor } from '#server/testing/buying-circle.ts'
import { asIf, distributionCalls } from '#server/testing/distributions.ts'
import { past, playExampleBook } from '#server/testing/example-book.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { offerCalls } from '#server/testing/offers.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders, type TestApp, test } from '#server/testing/test-app.ts'
import { unzip } from '#server/testing/unzip.ts'

const run = promisify(execFile)

type HandingOn = { readonly circleId: string; readonly seller: Person; readonly others: readonly Person[]; readonly newcomer: Person }

/** Cy offers arc 4, no member bids, Dee says yes, is admitted and pays; then as if all of that had been on the day of the example. */
async function handOnArc(testApp: TestApp, { circleId, seller, others, newcomer }: HandingOn): Promise<void> {
  const { offer, pass, yes, choose, read, paid, received, holders } = offerCalls(testApp, circleId)
  expect((await testApp.call(newcomer, 'POST', `app/request-join/${circleId}`)).status).toBe(200)
  const offered = await offer(seller, [exampleTransfer.arc], exampleTransfer.priceCents / 100)
  await pass(30)
  expect((await yes(newcomer, offered._id)).status).toBe(200)
  const choice = { user: newcomer._id, arcs: [exampleTransfer.arc], price: exampleTransfer.priceCents / 100 }
  const [transfer] = (await choose(seller, offered._id, choice)).data<Offer>().transfers
  for (const person of others) await testApp.call(person, 'POST', `app/motion/${circleId}/${transfer?.motion}/vote`, { choice: 'yes' })
  const { charterVersion } = await read(newcomer, offered._id)
  await paid(newcomer, transfer?._id ?? '', { charterVersion })
  await received(seller, transfer?._id ?? '')
  expect(await holders()).toMatchObject({ Dee: [exampleTransfer.arc] })
  const then = `${past(exampleTransfer.day)}T18:00:00Z`
  await asIf(testApp, `update ledger set at = '2025-01-01T18:00:00Z' where circle_id = '${circleId}' and kind = 'bought'`)
  await asIf(testApp, `update ledger set at = '${then}' where circle_id = '${circleId}' and kind in ('handed_on', 'taken_over')`)
  await sql`update arcs set held_since = ${then} where circle_id = ${circleId} and number = ${exampleTransfer.arc}`.execute(testApp.db)
}

/** The figures of a statement as the example has them. */
const tableOf = ({ figures }: YearStatement) => ({
  putIn: figures.putIn.ownCents,
  incomeLessCosts: figures.incomeLessCosts.ownCents,
  paidOut: 0 - figures.paidOut.ownCents,
  handedOn: figures.handedOnCents + figures.takenOverCents,
  oddCents: figures.oddCents.ownCents,
  capital: figures.capitalAtEnd.ownCents,
})

test('the worked example to its end: paid out, handed on, sold, ended, and every statement to the cent', { timeout: 300_000 }, async ({
  testApp,
}) => {
  const dee = await testApp.seed.investor({ firstName: 'Dee', lastName: 'Smith' })
  const { ann, ben, cy, circleId, ids, people, post, decide, get, files, book, cash, match, lineOf } = await playExampleBook(testApp, {
    shownTo: 36,
    handOn: ({ circleId, ann, ben, cy }) => handOnArc(testApp, { circleId, seller: cy, others: [ann, ben], newcomer: dee }),
  })
  const decideWithDee = async (facts: object) => {
    const motionId = await decide(facts)
    await testApp.call(dee, 'POST', `app/motion/${circleId}/${motionId}/vote`, { choice: 'yes' })
  }

  // Entry 31.
  await decideWithDee({ kind: 'wind_up' })
  await decideWithDee({ kind: 'sell', leastPriceCents: 20_000_000, relatedMember: null, why: 'It is time.' })
  const recorded = await testApp.call(ann, 'POST', `app/sale/${circleId}`, {
    day: past('2027-04-15'),
    documentVersionId: await insertPaper(testApp, circleId, ann),
    lines: [
      { kind: 'price', amountCents: 20_000_000 },
      { kind: 'sale_costs', amountCents: 1_200_000 },
      { kind: 'payoff', amountCents: 9_980_040 },
      { kind: 'interest', amountCents: 22_968 },
      { kind: 'deposits', amountCents: 150_000 },
      { kind: 'tax', amountCents: 43_000 },
      { kind: 'rent', amountCents: 82_667 },
    ],
  })
  const settlementId = recorded.data<Sale>().statement?._id ?? ''
  await stepUpFor(testApp, dee, 'confirm_money')
  const confirmed = await testApp.call(dee, 'POST', `app/sale/${circleId}/settlement/${settlementId}/confirm`, { settlementId })
  expect([confirmed.status, confirmed.text]).toEqual([200, expect.any(String)])
  const inOrder = (lines: readonly { account: string; amountCents: number }[]) =>
    lines.map(({ account, amountCents }) => `${account} ${amountCents}`).sort()
  expect(inOrder((await readEntries(testApp, circleId))[30] ?? [])).toEqual(inOrder(exampleLines(31)))

  const { operating, deposits } = ids
  await book(32, 'transfer', { from: { heldBy: 'title' }, toBankAccountId: operating, ...cash(32) })
  await match(33, await book(33, 'transfer', { from: { bankAccountId: deposits }, toBankAccountId: operating, ...cash(33) }), 'deposits')
  await book(34, 'transfer', { from: { heldBy: 'lender' }, toBankAccountId: operating, ...cash(34) })

  const { distribute, payByWord } = distributionCalls(testApp, { circleId, treasurer: ben, voters: [ann, ben, dee] })
  const { _id: finalId, entries, state } = await distribute(9_978_811)
  expect([state, entries.map(({ number }) => number)]).toEqual(['posted', [35]])
  await asIf(testApp, `update book_entries set day = '${past('2027-04-28')}' where id = '${entries[0]?._id}'`)
  const posted = (await readEntries(testApp, circleId))[34] ?? []
  const owner: Readonly<Record<string, string>> = { ...people, Dee: dee._id }
  expect(inOrder(posted)).toEqual(inOrder(exampleLines(35)))
  expect(posted.flatMap((line) => (line.account === 'owed' ? [[line.person, line.amountCents]] : []))).toEqual(
    exampleLines(35).flatMap((line) => (line.account === 'owed' ? [[owner[line.person], line.amountCents]] : [])),
  )

  // Entry 36 in three payments, which the bank shows in one line.
  const cashLines: object[] = []
  for (const [receiver, word, amountCents] of [
    [ann, ann, 4_989_406],
    [ben, ann, 2_494_702],
    [dee, dee, 2_494_703],
  ] as const) {
    const entryId = await payByWord(finalId, { receiver, word, bankAccountId: operating ?? '', day: past('2027-04-29') })
    const lines = (await get(ben, `/entry/${entryId}`)).data<BookEntry>().lines
    expect(lines.find(({ account }) => account === 'owed')).toMatchObject({ amountCents })
    cashLines.push({ entryId, position: lines.find(({ account }) => account === 'cash')?.position })
  }
  const matched = await testApp.call(ben, 'POST', `${files}/match`, { bankLineIds: [lineOf(36)], cashLines })
  expect([matched.status, matched.text]).toEqual([200, expect.any(String)])
  const end = exampleMonthEnds[3]
  const balances = await readBalances(testApp.db, circleId, past(end))
  for (const [key, months] of Object.entries(exampleBalances)) {
    const [account = '', of = ''] = key.split(':')
    const own = account === 'cash' ? `cash:${ids[of]}` : key
    const sum = [...balances].reduce((total, [each, cents]) => (each === own || each.startsWith(`${own}:`) ? total + cents : total), 0)
    expect([key, sum]).toEqual([key, months[3]])
  }
  expect(freeCashOf(balances)).toBe(exampleFreeCash[3])

  // Every month is closed by a member who neither booked nor matched.
  for (const [index, month] of ['2025-01', '2025-02', '2025-03', '2025-04'].entries()) {
    await stepUpFor(testApp, dee, 'confirm_money')
    const closed = await post(dee, `month/${month}/confirm`, {
      balances: [
        { bankAccountId: operating, typedCents: exampleBankBalances['cash:operating'][index] },
        { bankAccountId: deposits, typedCents: exampleBankBalances['cash:deposits'][index] },
      ],
    })
    expect([month, closed.status, closed.text]).toEqual([month, 200, expect.any(String)])
    expect(closed.data<BookMonth>().state).toBe('closed')
  }

  const stage = async (person: Person) => (await testApp.call(person, 'GET', `app/circle/${circleId}/stage`)).data<StageLine>()
  const ending = (await testApp.call(ann, 'GET', `app/sale/${circleId}/ending`)).data<Ending>()
  expect(ending).toMatchObject({ waiting: null, obstacles: [], endedAt: expect.any(String) })
  await testApp.db
    .updateTable('circles')
    .set({ ended_at: new Date('2025-04-30T18:00:00Z') })
    .where('id', '=', circleId)
    .execute()
  const distributions = await testApp.call(dee, 'GET', `app/distribution/${circleId}`)
  expect(distributions.status).toBe(200)
  for (const [name, person] of [
    ['Ann', ann],
    ['Ben', ben],
    ['Cy', cy],
    ['Dee', dee],
  ] as const) {
    const statement = (await testApp.call(person, 'GET', `app/statement/${circleId}/2025`)).data<YearStatement>()
    expect([name, tableOf(statement)]).toEqual([name, exampleStatements[name]])
  }

  // The year pack is reckoned again from its own files alone.
  const url = `/api/app/year-pack/${circleId}/2025`
  const pack = await testApp.app.inject({ method: 'GET', url, headers: authHeaders(ann.token) })
  const packed = unzip(pack.rawPayload)
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-year-pack-'))
  try {
    for (const [name, text] of packed) await writeFile(path.join(folder, name), text)
    const script = path.join(projectRoot(), 'docs/reckon-year-pack.mjs')
    expect((await run(process.execPath, [script, folder])).stdout).toMatch(/^\d+ figures of 2025 were reckoned again, and all agree\.\n$/)
    const wrong = (packed.get('shares-by-arc.csv') ?? '').replace('"-980.84"', '"-980.85"')
    await writeFile(path.join(folder, 'shares-by-arc.csv'), wrong)
    await expect(run(process.execPath, [script, folder])).rejects.toThrow('arc')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  // Its members read everything, and nothing is written any more.
  expect(await stage(dee)).toMatchObject({ stage: 'ended', sentence: { lead: 'This circle has ended.' } })
  for (const address of [`app/book/${circleId}`, `app/sale/${circleId}`, `app/document/${circleId}`])
    expect([address, (await testApp.call(dee, 'GET', address)).status]).toEqual([address, 200])
  expect((await exportOf(testApp, ann)).status).toBe(200)
  const late = await post(ben, 'income', { what: 'other_income', bankAccountId: operating, amountCents: 1, day: '2025-05-01' })
  expect([late.status, late.body.code]).toEqual([409, 'circle_ended'])
  expect((await get(dee)).status).toBe(200)
  expect((await readEntries(testApp, circleId)).length).toBe(38)
})
