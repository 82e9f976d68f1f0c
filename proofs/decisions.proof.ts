import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Motion } from '#contract/motions.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { createMotionCircle, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import type { ApiUnderTest } from '#server/testing/test-app.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { type Attempts, flashVote, flipMotion, type Moment, swapProperty } from './closing-rounds.ts'
import { countEffects, type EffectKind, effectKinds, expectedEffects, factsFor, kindsOfOneCircle } from './motion-effects.ts'
import { callOf, closeInAllProcesses, overProcesses, queueClosing } from './over-processes.ts'

let cluster: TestCluster
let apis: ApiProcess[]
let api: ApiUnderTest

beforeAll(async () => {
  cluster = await startTestCluster()
  apis = await Promise.all([cluster.startApi(), cluster.startApi()])
  api = overProcesses(cluster, apis)
})
afterAll(() => cluster.close())

const lanes = 6

/** Works through the list, a few at a time. */
async function inLanes<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

const moments: readonly (readonly [string, Moment, rounds: number])[] = [
  ['one second before', { fromClosing: -1_000, isAfterJob: false }, 6],
  ['at the closing date', { fromClosing: 0, isAfterJob: false }, 24],
  ['one millisecond after, before the job', { fromClosing: 1, isAfterJob: false }, 6],
  ['one millisecond after, after the job', { fromClosing: 1, isAfterJob: true }, 6],
]

test.for([
  ['flash votes and changes of mind on a property', flashVote],
  ['swaps of the property that is voted on', swapProperty],
  ['flips of a vote on a motion, and arcs handed on', flipMotion],
] as const)(
  'G7: %s around closing, over two processes: decided by what was put to the vote and by arcs held for a day; nothing changes afterwards',
  async ([what, round]) => {
    for (const [when, moment, rounds] of moments) {
      const results: Attempts[] = await inLanes(
        Array.from({ length: rounds }, () => moment),
        (each) => round(api, each),
      )
      const sum = (key: keyof Attempts) => results.reduce((total, attempts) => total + attempts[key], 0)
      // A request may take longer than the second that is left, on a busy machine.
      if (moment.fromClosing < 0) expect(sum('taken')).toBeGreaterThan(0)
      console.log(`G7 ${what}, ${when}: ${rounds} rounds, ${sum('taken')} taken, ${sum('refused')} refused, every record agrees`)
    }
    expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
  },
)

const outcomes = ['passed', 'did_not_pass', 'too_few_voted'] as const
type Outcome = (typeof outcomes)[number]

type Due = { readonly kind: EffectKind; readonly outcome: Outcome; readonly motion: Motion }

/** A circle of twelve arcs with motions of these kinds, voted to this outcome and due now, and one that stays open. */
async function makeDue(kinds: readonly EffectKind[], outcome: Outcome) {
  const motionCircle = await createMotionCircle(api, [6, 4, 1, 1])
  const { owner, members, made, vote } = motionCircle
  const [second, third, fourth] = members as [Person, Person, Person]
  const due: Due[] = []
  for (const kind of kinds) {
    const motion = await made(kind === 'release' ? third : owner, { title: `About ${kind}`, facts: factsFor(kind, second) })
    if (outcome === 'too_few_voted') await vote(fourth, motion, 'yes')
    else for (const person of [owner, second]) await vote(person, motion, outcome === 'passed' || person === second ? 'yes' : 'no')
    due.push({ kind, outcome, motion })
  }
  const open = await made(second, { title: 'Still open' })
  for (const [index, { motion }] of due.entries()) await passMotionClosing(api, motion._id, (due.length - index) * 1_000)
  return { ...motionCircle, people: [owner, second, third, fourth], open, due }
}

type DueCircle = Awaited<ReturnType<typeof makeDue>>

/** Calls that close what is due before they are judged, whether they are taken or refused. */
const trigger = (call: ApiUnderTest['call'], { people, open, url }: DueCircle, turn: number) => {
  const person = people[turn % people.length] as Person
  return turn % 2 === 0
    ? call(person, 'POST', `${url}/${open._id}/vote`, { choice: turn % 4 === 0 ? 'yes' : 'no' })
    : call(person, 'POST', url, { title: `Other ${turn}`, text: 'x', facts: { kind: 'general' }, closesAt: inDays(2) })
}

async function expectOnce({ due, circle, people }: DueCircle): Promise<void> {
  let members = people.length
  for (const { kind, outcome, motion } of due) {
    const counted = await countEffects(cluster.db, kind, { circleId: circle._id, motionId: motion._id })
    expect([kind, outcome, counted]).toEqual([kind, outcome, expectedEffects(outcome, members)])
    if (kind === 'release' && outcome === 'passed') members -= 1
  }
}

const triggers = 50

test(`G8: ${triggers} parallel triggers of closing over two processes: each effect once, and only if its record says passed`, async () => {
  const cases = effectKinds.flatMap((kind) => outcomes.map((outcome) => ({ kind, outcome })))
  let answered = 0
  for (const { kind, outcome } of cases) {
    const dueCircle = await makeDue([kind], outcome)
    await queueClosing(cluster.db, triggers / 5)
    const answers = await Promise.all(
      Array.from({ length: (triggers * 4) / 5 }, (_, turn) => trigger(callOf(apis[turn % 2]?.url ?? ''), dueCircle, turn)),
    )
    answered += answers.filter(({ status }) => status === 200).length
    expect(answers.filter(({ status }) => status >= 500 && status !== 503).map(({ text }) => text)).toEqual([])
    await closeInAllProcesses(cluster.db)
    await expectOnce(dueCircle)
  }
  expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
  console.log(`G8 ${cases.length} motions, ${triggers} triggers each, ${answered} of them taken: one effect where passed, none elsewhere`)
})

test(`G8: ${triggers} parallel votes of the last member who has not voted close a motion once`, async () => {
  for (const kind of effectKinds) {
    const motionCircle = await createMotionCircle(api, [6, 4, 1, 1])
    const { owner, members, made, url, circle } = motionCircle
    const [second, third, fourth] = members as [Person, Person, Person]
    const proposer = kind === 'release' ? third : owner
    const motion = await made(proposer, { facts: factsFor(kind, second) })
    for (const person of [second, third, fourth].filter((each) => kind !== 'release' || each !== third))
      await motionCircle.vote(person, motion, 'yes')
    const answers = await Promise.all(
      Array.from({ length: triggers }, (_, turn) =>
        callOf(apis[turn % 2]?.url ?? '')(owner, 'POST', `${url}/${motion._id}/vote`, { choice: 'yes' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![200, 409, 503].includes(status)).map(({ text }) => text)).toEqual([])
    const counted = await countEffects(cluster.db, kind, { circleId: circle._id, motionId: motion._id })
    expect([kind, counted]).toEqual([kind, expectedEffects('passed', 4)])
  }
  console.log(`G8 ${effectKinds.length} motions, ${triggers} parallel last votes each: one taken, one effect`)
})

const kills = 12

test(`G8: ${kills} kills of a process that is closing motions: all of it or nothing, and once in the end`, async () => {
  const found = { nothing: 0, everything: 0 }
  for (let kill = 0; kill < kills; kill++) {
    const dueCircle = await makeDue(kindsOfOneCircle, 'passed')
    const victim = kill % 2
    const call = callOf(apis[victim]?.url ?? '')
    const asked = Array.from({ length: 4 }, (_, turn) => trigger(call, dueCircle, 2 * turn).catch(() => null))
    await sleep(Math.random() * 600)
    await (apis[victim] as ApiProcess).kill('SIGKILL')
    await Promise.all(asked)
    const ids = dueCircle.due.map(({ motion }) => motion._id)
    const closings = await cluster.db.selectFrom('motion_closings').select('motion_id').where('motion_id', 'in', ids).execute()
    const effects = await cluster.db.selectFrom('motion_effects').select('motion_id').where('motion_id', 'in', ids).execute()
    expect([0, ids.length]).toContain(closings.length)
    expect(effects).toHaveLength(closings.length)
    found[closings.length === 0 ? 'nothing' : 'everything']++
    const survivor = callOf(apis[1 - victim]?.url ?? '')
    await Promise.all(Array.from({ length: 10 }, (_, turn) => trigger(survivor, dueCircle, turn)))
    await closeInAllProcesses(cluster.db)
    await expectOnce(dueCircle)
    apis[victim] = await cluster.startApi()
  }
  expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
  console.log(
    `G8 ${kills} kills: ${found.nothing} left nothing of the closing, ${found.everything} came after it; in the end each effect once`,
  )
})
