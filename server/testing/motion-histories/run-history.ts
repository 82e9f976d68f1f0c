import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Motion, MotionList, MotionSummary } from '#contract/motions.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { closeDue } from '#server/shared/motions/close-due.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { createMotionCircle, handOnArcs, inDays } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import type { Answer, TestApp } from '#server/testing/test-app.ts'
import * as model from './model.ts'
import type { Step } from './steps.ts'

/** More motions would be on a second page, and more than ten open ones of one member are refused. */
const mostMotions = 10
const price = 75_000

type Run = {
  readonly testApp: TestApp
  readonly people: readonly Person[]
  readonly circleId: string
  readonly url: string
  /** The ids of the motions in the model, in the same order. */
  readonly ids: string[]
  state: model.Model
}

const personOf = ({ people }: Run, who: number): Person => {
  const person = people[who]
  if (!person) throw new Error(`nobody has the number ${who}`)
  return person
}

function factsOf(run: Run, facts: model.Facts): object {
  switch (facts.kind) {
    case 'general':
      return { title: facts.title, facts: { kind: 'general' } }
    case 'spend': {
      const relatedMember = facts.related === null ? null : personOf(run, facts.related)._id
      const spend = { kind: 'spend', amountCents: facts.amount, category: 'repairs', repeats: null, relatedMember }
      return { payee: 'Weller Roofing LLC', facts: spend }
    }
    case 'treasurer':
      return { facts: { kind: 'treasurer', member: personOf(run, facts.member)._id } }
    case 'release':
      return { facts: { kind: 'release' } }
  }
}

/** Does the act in a copy of the model, which is kept only if the act succeeds: a refusal rolls back what was closed on the way. */
function expectedOf(run: Run, act: (state: model.Model) => model.Expected): model.Expected {
  const copy = structuredClone(run.state)
  const expected = act(copy)
  if (expected.status < 300) run.state = copy
  return expected
}

const compare = (step: Step, answer: Answer, expected: model.Expected) =>
  expect([step, answer.status, answer.body.code]).toEqual([step, expected.status, expected.code])

/** Moves every time that the rules look at into the past. */
async function passDays({ testApp, circleId }: Run, days: number): Promise<void> {
  const shift = sql`make_interval(secs => ${days * 86_400})`
  await testApp.db.transaction().execute(async (tx) => {
    for (const table of ['motions', 'motion_closings', 'arcs']) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`update arcs set held_since = held_since - ${shift} where circle_id = ${circleId}`.execute(tx)
    await sql`update motions set closes_at = closes_at - ${shift}, held_before = held_before - ${shift} where circle_id = ${circleId}`.execute(
      tx,
    )
    await sql`update motion_closings set at = at - ${shift} where motion_id in (select id from motions where circle_id = ${circleId})`.execute(
      tx,
    )
    for (const table of ['motions', 'motion_closings', 'arcs']) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}

async function propose(run: Run, step: Extract<Step, { do: 'propose' }>): Promise<void> {
  if (run.ids.length === mostMotions) return
  const newest = run.ids.length - 1
  const supersedes = step.supersedes === null || step.supersedes > newest ? null : newest - step.supersedes
  const body = {
    title: 'A motion',
    text: 'It is time.',
    ...factsOf(run, step.facts),
    closesAt: inDays(step.days + 0.5),
    supersedes: supersedes === null ? null : run.ids[supersedes],
  }
  const answer = await run.testApp.call(personOf(run, step.who), 'POST', run.url, body)
  compare(
    step,
    answer,
    expectedOf(run, (state) => model.propose(state, step.who, step.facts, step.days, supersedes)),
  )
  if (answer.status === 200) run.ids.push(answer.data<Motion>()._id)
}

async function actOnMotion(run: Run, step: Extract<Step, { do: 'vote' | 'conflict' | 'withdraw' }>): Promise<void> {
  const index = run.ids.length - 1 - step.motion
  const id = run.ids[index]
  if (!id) return
  const body = step.do === 'vote' ? { choice: step.choice } : undefined
  const answer = await run.testApp.call(personOf(run, step.who), 'POST', `${run.url}/${id}/${step.do}`, body)
  const acts = {
    vote: (state: model.Model) => model.vote(state, step.who, index, step.do === 'vote' ? step.choice : 'yes'),
    conflict: (state: model.Model) => model.declareConflict(state, step.who, index),
    withdraw: (state: model.Model) => model.withdraw(state, step.who, index),
  }
  compare(step, answer, expectedOf(run, acts[step.do]))
}

async function act(run: Run, step: Step): Promise<void> {
  const { testApp, circleId } = run
  const membership = `app/circle-membership/${circleId}`
  switch (step.do) {
    case 'propose':
      return propose(run, step)
    case 'vote':
    case 'conflict':
    case 'withdraw':
      return actOnMotion(run, step)
    case 'join': {
      const answer = await testApp.call(personOf(run, step.who), 'POST', membership, { investmentAmount: step.arcs * price })
      return compare(
        step,
        answer,
        expectedOf(run, (state) => model.join(state, step.who, step.arcs)),
      )
    }
    case 'leave': {
      const answer = await testApp.call(personOf(run, step.who), 'DELETE', membership)
      return compare(
        step,
        answer,
        expectedOf(run, (state) => model.leave(state, step.who)),
      )
    }
    case 'hand on': {
      await testApp.db.transaction().execute(async (tx) => {
        await lockCircle(tx, circleId)
        await closeDue(tx, circleId, testApp.services.settings)
      })
      if (model.handOn(run.state, step.who, step.to))
        await handOnArcs(testApp, circleId, personOf(run, step.who), personOf(run, step.to), 1)
      return
    }
    case 'close':
      await testApp.runTask('close-votes')
      return model.closeDue(run.state)
    case 'wait':
      await passDays(run, step.days)
      run.state.now += step.days
  }
}

type Seen = { readonly arcs: (string | null)[]; readonly treasurer: string | null; readonly motions: Record<string, unknown> }

const figures = ({ outcome, of, yes, no, abstain, late, leftOut }: MotionSummary['standing']) =>
  outcome === 'withdrawn' ? outcome : { outcome, of, yes, no, abstain, late, leftOut }

async function realState(run: Run): Promise<Seen> {
  const { testApp, circleId, url, state } = run
  const owner = personOf(run, state.owner)
  const { rows } = await sql<{ user_id: string | null }>`
    select user_id from arcs left join memberships on memberships.id = membership_id where arcs.circle_id = ${circleId} order by number`.execute(
    testApp.db,
  )
  const { open, closed } = (await testApp.call(owner, 'GET', url)).data<MotionList>()
  const { treasurer } = (await testApp.call(owner, 'GET', `${url}/basis`)).data<{ treasurer: { _id: string } | null }>()
  return {
    arcs: rows.map(({ user_id }) => user_id),
    treasurer: treasurer?._id ?? null,
    motions: Object.fromEntries([...open, ...closed].map(({ _id, standing }) => [_id, figures(standing)])),
  }
}

function expectedState(run: Run): Seen {
  const { state, ids } = run
  const idOf = (who: number | null) => (who === null ? null : personOf(run, who)._id)
  const standing = (motion: model.ModelMotion) => {
    if (motion.isWithdrawn) return 'withdrawn'
    if (motion.result) {
      const { at: _, ...result } = motion.result
      return result
    }
    const counted = model.count(state, motion, motion.closes - 1)
    if (model.isDue(state, motion)) return counted
    return { ...counted, outcome: counted.outcome === 'passed' ? 'passes' : 'open' }
  }
  return {
    arcs: state.arcs.map(({ holder }) => idOf(holder)),
    treasurer: idOf(state.treasurer),
    motions: Object.fromEntries(state.motions.map((motion, index) => [ids[index], standing(motion)])),
  }
}

/** Runs a history in the product and in the model; both must agree after every step. */
export async function runMotionHistory(testApp: TestApp, history: readonly Step[]): Promise<void> {
  const { circle, owner, members, url } = await createMotionCircle(testApp, [5, 4, 3])
  const newcomer = await testApp.seed.investor()
  const holders = [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
  const run: Run = { testApp, people: [owner, ...members, newcomer], circleId: circle._id, url, ids: [], state: model.newModel(holders) }
  for (const step of history) {
    await act(run, step)
    expect([step, await realState(run)]).toEqual([step, expectedState(run)])
  }
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
}
