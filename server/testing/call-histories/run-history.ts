import { sql } from 'kysely'
import { expect } from 'vitest'
import type { CallList } from '#contract/calls.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { transaction } from '#server/db/transaction.ts'
import { readOpenAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { changeHolding } from '#server/shared/acquisitions/change-holding.ts'
import { endGivenUp } from '#server/shared/acquisitions/give-up.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { readKept } from '#server/shared/calls/kept-money.ts'
import { openFurtherCall } from '#server/shared/calls/open-call.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { createBuyingCircle, insertAcquisition, insertPaper, stepUpFor } from '#server/testing/buying-circle.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import type { Answer, Method, TestApp } from '#server/testing/test-app.ts'
import * as model from './model.ts'
import { arcsOf, type CallSize, type PaidSize, type Step } from './steps.ts'

type Run = {
  readonly testApp: TestApp
  readonly buying: Awaited<ReturnType<typeof createBuyingCircle>>
  readonly state: model.Model
  /** The document that every payment names. */
  readonly paper: string
  /** The ids of payments and of money sent back, in the order of the model. */
  readonly payments: string[]
  readonly sent: string[]
}

/** A target that six arcs do not divide, so that every call has odd cents. */
const target = 100_000
const day = '2020-01-14'
const dueDay = '2099-01-31'
const publicUrl = 'https://a.example'

const personOf = ({ buying }: Run, who: number): Person => {
  const person = buying.people[who]
  if (!person) throw new Error(`nobody has the number ${who}`)
  return person
}

const compare = (step: Step, answers: readonly Answer[], expected: model.Expected) =>
  expect([step, ...answers.map(({ status, body }) => (status === 200 ? null : body.code))]).toEqual([step, ...answers.map(() => expected)])

/** The same request, perhaps twice at once: it is done once. */
async function send(run: Run, who: number, method: Method, path: string, body?: object, times = 1): Promise<Answer[]> {
  const headers = times > 1 ? { 'idempotency-key': newId() } : {}
  const one = () => run.testApp.call(personOf(run, who), method, `${run.buying.url}${path}`, body, headers)
  return Promise.all(Array.from({ length: times }, one))
}

function amountOfCall({ state }: Run, size: CallSize, share: number): number {
  const least = 100 * state.prices.length
  if (state.stage === 'owning') return 7 + Math.floor(share * 1_000_000)
  const left = model.leftToCall(state)
  switch (size) {
    case 'too little':
      return least - 1
    case 'least':
      return least
    case 'some':
      return least + Math.floor(Math.max(0, left - least) * share * share)
    case 'all':
      return Math.max(left, least)
    case 'too much':
      return left + 1
  }
}

function amountOfPayment({ state }: Run, payer: number, size: PaidSize): number {
  const open = model.openOf(state, payer)
  if (open === 0) return 12_345
  return { open, half: Math.ceil(open / 2), 'a cent more': open + 1, surplus: open + 7_777 }[size]
}

/** A vote of the circle is not what is tested here: the motion is only there. */
async function openByMotion({ testApp: { db }, buying: { circle, owner } }: Run, amountCents: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into motions (id, circle_id, kind, proposed_by, charter_version, facts, facts_hash, closes_at, held_before)
      select ${newId()}, ${circle._id}, 'general', ${owner._id}, max(version), '{"kind":"general"}', ${'0'.repeat(64)},
        now() + interval '2 days', now() + interval '1 day' from charters where circle_id = ${circle._id} returning id`.execute(db)
  await transaction(db, async (tx) => {
    await lockCircle(tx, circle._id)
    await openFurtherCall(tx, { circleId: circle._id, motionId: rows[0]?.id ?? '', amountCents, dueDay, why: 'Roof', publicUrl })
  })
}

async function call(run: Run, step: Extract<Step, { do: 'call' }>): Promise<void> {
  const amountCents = amountOfCall(run, step.size, step.share)
  if (run.state.stage === 'owning') {
    await openByMotion(run, amountCents)
    model.call(run.state, step.who, amountCents)
    return
  }
  const answers = await send(run, step.who, 'POST', '', { amountCents, dueDay, why: 'The closing' })
  compare(step, answers, model.call(run.state, step.who, amountCents))
}

async function pay(run: Run, step: Extract<Step, { do: 'pay' }>): Promise<void> {
  const { payer, who } = step
  const amountCents = amountOfPayment(run, payer, step.size)
  const body = { payer: personOf(run, payer)._id, amountCents, day, bankAccountId: run.buying.account, documentVersionId: run.paper }
  const answers = await send(run, who, 'POST', '/contribution', body, step.times)
  const expected = model.pay(run.state, who, payer, amountCents)
  compare(step, answers, expected)
  if (expected === null) run.payments.push(await newIdOf(run, 'contributions', run.payments))
}

async function newIdOf({ testApp: { db }, buying }: Run, table: 'contributions' | 'paid_backs', known: readonly string[]): Promise<string> {
  const rows = await db.selectFrom(table).select('id').where('circle_id', '=', buying.circle._id).execute()
  const [found, ...others] = rows.map(({ id }) => id).filter((id) => !known.includes(id))
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} rows are new in ${table}`)
  return found
}

async function actOnPayment(run: Run, step: Extract<Step, { do: 'word' | 'withdraw' | 'taken back' }>): Promise<void> {
  const index = run.payments.length - 1 - step.payment
  const [id, payment] = [run.payments[index], run.state.payments[index]]
  if (!id || !payment) return
  const path = `/contribution/${id}`
  const { who } = step
  if (step.do !== 'word') {
    if (step.do === 'withdraw') return compare(step, await send(run, who, 'DELETE', path), model.withdraw(run.state, who, payment))
    return compare(step, await send(run, who, 'POST', `${path}/returned`, { day }), model.takenBack(run.state, who, payment))
  }
  await stepUpFor(run.testApp, personOf(run, who), 'confirm_money')
  compare(step, await send(run, who, 'POST', `${path}/word`, undefined, step.times), model.word(run.state, who, payment))
}

async function sendBack(run: Run, step: Extract<Step, { do: 'send back' }>): Promise<void> {
  const { who, to } = step
  const kept = Math.max(1, run.state.kept[to] ?? 0)
  const amountCents = { kept, half: Math.ceil(kept / 2), 'a cent more': kept + 1 }[step.size]
  const body = { receiver: personOf(run, to)._id, amountCents, day, bankAccountId: run.buying.account }
  const expected = model.sendBack(run.state, who, to, amountCents)
  compare(step, await send(run, who, 'POST', '/paid-back', body), expected)
  if (expected === null) run.sent.push(await newIdOf(run, 'paid_backs', run.sent))
}

async function actOnSent(run: Run, step: Extract<Step, { do: 'has come' | 'withdraw sent' }>): Promise<void> {
  const index = run.sent.length - 1 - step.sent
  const [id, sent] = [run.sent[index], run.state.sent[index]]
  if (!id || !sent) return
  const { who } = step
  if (step.do === 'withdraw sent')
    return compare(step, await send(run, who, 'DELETE', `/paid-back/${id}`), model.withdrawSent(run.state, who, sent))
  await stepUpFor(run.testApp, personOf(run, who), 'confirm_money')
  compare(step, await send(run, who, 'POST', `/paid-back/${id}/word`), model.hasCome(run.state, who, sent))
}

type Settled = {
  readonly circle_id: string
  readonly acquisition_id: string
  readonly document_version_id: string
  readonly proposed_by: string
  readonly confirmed_by: string
}

/** A purchase ends with a confirmed settlement. A loan pays for everything, so that no money of the members moves. */
async function settle(tx: Tx, settled: Settled): Promise<void> {
  const { id } = await writeEntry(tx, {
    circleId: settled.circle_id,
    kind: 'settlement',
    day,
    lines: [
      { account: 'property', amountCents: 100 },
      { account: 'loan', amountCents: -100 },
    ],
    bookedBy: settled.proposed_by,
    acquisitionId: settled.acquisition_id,
  })
  const lines = JSON.stringify([
    { kind: 'price', amountCents: 100 },
    { kind: 'loan', amountCents: 100 },
  ])
  const row = { ...settled, id: newId(), kind: 'purchase' as const, day, lines, confirmed_at: new Date(), entry_id: id }
  await tx.insertInto('settlements').values(row).execute()
}

/** Giving up, or buying the next one; who may do that is tested elsewhere. */
async function endPurchase(run: Run, step: Extract<Step, { do: 'give up' | 'bought' }>): Promise<void> {
  const { testApp, buying, state } = run
  const { circle, owner, property } = buying
  if (state.stage === 'owning') return
  if (state.stage === 'deciding') {
    await insertAcquisition(testApp, circle._id, { propertyId: property._id, owner: owner._id })
    return model.startAgain(state)
  }
  const paper = await insertPaper(testApp, circle._id, owner)
  const member = personOf(run, 1)
  await transaction(testApp.db, async (tx) => {
    await lockCircle(tx, circle._id)
    const acquisition = await readOpenAcquisition(tx, circle._id)
    if (!acquisition) throw new Error('nothing is being bought')
    if (step.do === 'give up') return endGivenUp(tx, acquisition, { reason: 'The roof', by: null, bookedBy: owner._id, motionId: null })
    const { id: acquisition_id } = acquisition
    await settle(tx, {
      circle_id: circle._id,
      acquisition_id,
      document_version_id: paper,
      proposed_by: owner._id,
      confirmed_by: member._id,
    })
    await tx.updateTable('acquisitions').set({ outcome: 'bought', ended_at: new Date() }).where('id', '=', acquisition_id).execute()
    await changeHolding(tx, circle._id, 'owning')
  })
  if (step.do === 'give up') model.giveUp(state)
  else state.stage = 'owning'
}

async function act(run: Run, step: Step): Promise<void> {
  switch (step.do) {
    case 'call':
      return call(run, step)
    case 'pay':
      return pay(run, step)
    case 'send back':
      return sendBack(run, step)
    case 'has come':
    case 'withdraw sent':
      return actOnSent(run, step)
    case 'give up':
    case 'bought':
      return endPurchase(run, step)
    default:
      return actOnPayment(run, step)
  }
}

type Seen = {
  readonly calls: { readonly asked: readonly number[]; readonly paid: readonly number[]; readonly isOver: boolean }[]
  readonly kept: readonly number[]
  readonly cash: number
  readonly mine: { readonly openCents: number; readonly keptCents: number }
  readonly waiting: Record<string, number>
}

/** What the database holds, and what a member reads. */
async function realState(run: Run, reader: number): Promise<Seen> {
  const { testApp, buying } = run
  const circleId = buying.circle._id
  const { rows } = await sql<{ asked: number[]; paid: number[]; isOver: boolean }>`
    select array_agg(parts.amount_cents::int order by arc) as asked,
      array_agg((select coalesce(-sum(amount_cents), 0)::int from book_lines
        where account = 'capital' and book_lines.call_id = calls.id and book_lines.arc = parts.arc) order by arc) as paid,
      bool_or(acquisitions.outcome is not distinct from 'given_up') as "isOver"
    from calls join call_parts as parts on parts.call_id = calls.id left join acquisitions on acquisitions.id = acquisition_id
    where calls.circle_id = ${circleId} group by calls.id order by calls.number`.execute(testApp.db)
  const cash = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from book_lines where account = 'cash' and circle_id = ${circleId}`.execute(
    testApp.db,
  )
  const kept = await transaction(testApp.db, (tx) => readKept(tx, circleId))
  const { mine, waiting } = await buying.read(personOf(run, reader))
  return {
    calls: rows,
    kept: buying.people.map(({ _id }) => kept.get(_id) ?? 0),
    cash: cash.rows[0]?.cents ?? 0,
    mine: { openCents: mine.openCents, keptCents: mine.keptCents },
    waiting: Object.fromEntries(waiting.map(({ _id, words }: CallList['waiting'][number]) => [_id, words.length])),
  }
}

function expectedState({ state, payments }: Run, reader: number): Seen {
  const waiting = state.payments.flatMap((payment, index): [string, number][] => {
    if (payment.state === 'waiting') return [[payments[index] ?? '', payment.words.size]]
    return payment.state === 'counted' && payment.taken ? [[payments[index] ?? '', payment.taken.words.size]] : []
  })
  return {
    calls: state.calls.map(({ asked, paid, isOver }) => ({ asked, paid, isOver })),
    kept: state.kept.slice(0, arcsOf.length),
    cash: state.cash,
    mine: { openCents: model.openOf(state, reader), keptCents: Math.max(0, state.kept[reader] ?? 0) },
    waiting: Object.fromEntries(waiting),
  }
}

/** Runs a history in the product and in the model; both must agree after every step. */
export async function runCallHistory(testApp: TestApp, history: readonly Step[]): Promise<void> {
  const buying = await createBuyingCircle(testApp, arcsOf, { target, size: '1/6' })
  const { rows } = await sql<{ price: number }>`
    select price::int from arcs where circle_id = ${buying.circle._id} order by number`.execute(testApp.db)
  const holders = arcsOf.flatMap((count, who) => Array<number>(count).fill(who))
  const state = model.newModel(
    rows.map(({ price }) => price),
    holders,
  )
  const paper = await insertPaper(testApp, buying.circle._id, buying.owner)
  const run: Run = { testApp, buying, state, paper, payments: [], sent: [] }
  for (const [index, step] of history.entries()) {
    await act(run, step)
    const reader = index % arcsOf.length
    expect([step, await realState(run, reader)]).toEqual([step, expectedState(run, reader)])
  }
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
}
