import { expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { BookMonth } from '#contract/book-months.ts'
import { lastDayOf, nextMonth } from '#domain/month-close.ts'
import { readBankFacts } from '#server/features/book/bank-facts.ts'
import { standingsOf } from '#server/features/book/month-standing.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { insertPaper, stepUpFor } from '#server/testing/buying-circle.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Answer, TestApp } from '#server/testing/test-app.ts'
import * as model from './model.ts'
import type { Step } from './steps.ts'

type Run = {
  readonly testApp: TestApp
  readonly circle: Awaited<ReturnType<typeof createBookCircle>>
  readonly deposits: string
  readonly motionId: string
  readonly paper: string
  readonly state: model.Model
  /** The ids of the model's entries. */
  readonly ids: string[]
}

/** Ann owns the circle and keeps its book; Cy confirms its months. */
async function start(testApp: TestApp): Promise<Run> {
  const circle = await createBookCircle(testApp)
  const { ann, post, decide, circleId } = circle
  const deposits = (await post(ann, 'account', { name: 'Deposits', purpose: 'deposits' })).data<{ _id: string }>()._id
  const facts = { kind: 'spend', amountCents: model.spendCents, category: 'repairs', repeats: null, relatedMember: null }
  const motionId = await decide(facts, 'Handy')
  return { testApp, circle, deposits, motionId, paper: await insertPaper(testApp, circleId, ann), state: model.newModel(), ids: [] }
}

type Request = readonly [path: string, body: object, expected: model.Expected]

/** The request of a step, and what the model says of it; null if there is nothing yet that it could be about. */
function requestOf({ circle, deposits, motionId, paper, state, ids }: Run, step: Exclude<Step, { do: 'close' }>): Request | null {
  const { operating, ann, ben, cy } = circle
  const day = `${state.month}-15`
  const cash = { bankAccountId: operating, day, amountCents: step.cents }
  const people = [ann, ben, cy]
  const person = 'who' in step ? (people[step.who]?._id ?? '') : ''
  const permitted = {
    relatedMember: null,
    account: 'repairs',
    payee: 'Handy',
    motionId: 'byMotion' in step && step.byMotion ? motionId : null,
  }
  switch (step.do) {
    case 'income':
      return ['income', { what: step.what, ...cash, words: 'Some words' }, model.income(step.what, step.cents)]
    case 'pay':
      return ['payment', { what: 'cost', ...cash, ...permitted }, model.cost(state, 'payment', 'cash:operating', step.byMotion, step.cents)]
    case 'lay out': {
      const body = { person, day, amountCents: step.cents, documentVersionId: paper, ...permitted }
      return ['outlay', body, model.cost(state, 'outlay', `owed:${person}`, step.byMotion, step.cents)]
    }
    case 'pay back':
      return ['payment', { what: 'owed', person, ...cash }, model.payBack(state, person, step.cents)]
    case 'deposit': {
      const body = { what: step.what, tenant: step.tenant, ...cash }
      return ['deposit', body, model.deposit(state, step.what, step.tenant, step.cents)]
    }
    case 'transfer': {
      const body = { from: { bankAccountId: operating }, toBankAccountId: deposits, day, amountCents: step.cents }
      return ['transfer', body, model.transfer(step.cents)]
    }
    case 'resolve': {
      const body = { amountCents: step.cents, to: { account: 'rent' }, words: 'It was rent' }
      return ['resolution', body, model.resolve(state, step.cents)]
    }
    default: {
      const index = state.entries.length - 1 - step.entry
      const found = state.entries[index]
      if (!found) return null
      if (step.do === 'refund') return ['refund', { entryId: ids[index], ...cash }, model.refund(state, found, step.cents)]
      // A resolution is booked today, and so is its reversal.
      const on = found.kind === 'resolution' ? {} : { day }
      return [`reversal/${ids[index]}`, { words: 'By mistake', ...on }, model.reverse(state, found)]
    }
  }
}

/** The bank shows every cash line of the month on its day; they are matched, and Cy closes the month. */
async function close({ testApp, circle, deposits, state }: Run): Promise<void> {
  const { ann, cy, operating, files, post } = circle
  const { month } = state
  const read = async (query = '') => (await testApp.call(ann, 'GET', `${files}/lines${query}`)).data<BankLines>()
  const ok = (answer: Answer) => expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  const { outstanding } = await read()
  for (const account of [operating, deposits]) {
    const own = outstanding.filter(({ bankAccountId }) => bankAccountId === account)
    const before = model.balancesOf(state).get(account === operating ? 'cash:operating' : 'cash:deposits') ?? 0
    const opening = before - own.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const csv = bankCsv(
      own.map(({ day, amountCents, entryId }) => [day, amountCents, entryId] as const),
      opening,
    )
    ok(await testApp.call(ann, 'POST', `${files}/import`, bankFile(account, csv, { from: `${month}-01`, to: lastDayOf(month) })))
    const { lines } = await read(`?state=unmatched&bankAccountId=${account}`)
    for (const line of lines) {
      const cashLine = own.find(({ entryId, amountCents }) => entryId === line.text && amountCents === line.amountCents)
      ok(
        await testApp.call(ann, 'POST', `${files}/match`, {
          bankLineIds: [line._id],
          cashLines: [{ entryId: cashLine?.entryId, position: cashLine?.position }],
        }),
      )
    }
  }
  // What is read of the open part of the book says the same as the whole book.
  const standings = async (isOpenOnly: boolean) =>
    standingsOf(await readBankFacts(testApp.db, circle.circleId, isOpenOnly), month, '2026-01-01', []).map(({ account, standing }) => [
      account.id,
      standing,
    ])
  expect(await standings(true)).toEqual(await standings(false))
  const balances = model.balancesOf(state)
  await stepUpFor(testApp, cy, 'confirm_money')
  const accounts = (await circle.get(cy, `/month/${month}`)).data<BookMonth>().accounts
  const closed = await post(cy, `month/${month}/confirm`, {
    balances: accounts.map(({ _id }) => ({
      bankAccountId: _id,
      typedCents: balances.get(_id === operating ? 'cash:operating' : 'cash:deposits') ?? 0,
    })),
  })
  ok(closed)
  model.close(state, nextMonth(month))
}

async function compareBalances({ testApp, circle, deposits, state }: Run, step: Step): Promise<void> {
  const ours = model.balancesOf(state)
  const keys = new Map([
    [`cash:${circle.operating}`, 'cash:operating'],
    [`cash:${deposits}`, 'cash:deposits'],
  ])
  const theirs = [...(await readBalances(testApp.db, circle.circleId))].map(([key, cents]) => [keys.get(key) ?? key, cents] as const)
  expect([step, Object.fromEntries(theirs)]).toEqual([step, Object.fromEntries(ours)])
}

/** Plays a history over the API and compares every answer and every account with the model. */
export async function runBookHistory(testApp: TestApp, history: readonly Step[]): Promise<void> {
  const run = await start(testApp)
  for (const step of history) {
    if (step.do === 'close') {
      await close(run)
      continue
    }
    const request = requestOf(run, step)
    if (!request) continue
    const [path, body, expected] = request
    const answer = await run.circle.post(run.circle.ann, path, body)
    const code = answer.status === 200 ? null : answer.body.code
    expect([step, code]).toEqual([step, typeof expected === 'string' ? expected : null])
    if (typeof expected !== 'string') {
      model.book(run.state, expected)
      run.ids.push(answer.data<{ entryId: string }>().entryId)
    }
    await compareBalances(run, step)
  }
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
}
