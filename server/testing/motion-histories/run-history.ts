import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Motion, MotionList, MotionSummary } from '#contract/motions.ts'
import { lapseWords } from '#domain/motions.ts'
import { newId } from '#server/db/ids.ts'
import { closeDueIn } from '#server/shared/closing/close-due.ts'
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
  readonly admin: Person
  readonly people: readonly Person[]
  readonly circleId: string
  readonly url: string
  /** The ids of the motions in the model, in the same order. */
  readonly ids: string[]
  /** Who makes the request of this step. */
  caller: number | null
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

/** Does the act in a copy of the model, which is kept only if the act succeeds. What is due is closed before, whatever becomes of the act. */
function expectedOf(run: Run, act: (state: model.Model) => model.Expected): model.Expected {
  model.closeDue(run.state)
  if (run.caller !== null) run.state.away.delete(run.caller)
  const copy = structuredClone(run.state)
  const expected = act(copy)
  if (expected.status < 300) run.state = copy
  return expected
}

const compare = (step: Step, answer: Answer, expected: model.Expected) =>
  expect([step, answer.status, answer.body.code]).toEqual([step, expected.status, expected.code])

const dated = ['motions', 'motion_closings', 'motion_withdrawals', 'arcs']

async function goAway({ testApp, circleId, state, ...run }: Run, who: number): Promise<void> {
  await closeDueIn(testApp.db, circleId, testApp.services.settings)
  model.closeDue(state)
  if (state.away.has(who)) return
  state.away.add(who)
  await testApp.db
    .insertInto('silences')
    .values({ id: newId(), user_id: run.people[who]?._id ?? '' })
    .execute()
}

/** Moves every time that the rules look at into the past. */
async function passDays({ testApp, circleId, people }: Run, days: number): Promise<void> {
  const shift = sql`make_interval(secs => ${days * 86_400})`
  await testApp.db.transaction().execute(async (tx) => {
    for (const table of dated) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`update arcs set held_since = held_since - ${shift} where circle_id = ${circleId}`.execute(tx)
    await sql`update motions set closes_at = closes_at - ${shift}, held_before = held_before - ${shift} where circle_id = ${circleId}`.execute(
      tx,
    )
    for (const table of ['motion_closings', 'motion_withdrawals'])
      await sql`update ${sql.table(table)} set at = at - ${shift} where motion_id in (select id from motions where circle_id = ${circleId})`.execute(
        tx,
      )
    const ids = people.map(({ _id }) => _id)
    await sql`update silences set since = since - ${shift}, ended_at = ended_at - ${shift} where user_id = any(${ids}::uuid[])`.execute(tx)
    for (const table of dated) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
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

type Word = Extract<Step, { do: 'vote' | 'claim' | 'change' | 'conflict' | 'withdraw' }>

async function actOnMotion(run: Run, step: Word): Promise<void> {
  const index = run.ids.length - 1 - step.motion
  const [id, motion] = [run.ids[index], run.state.motions[index]]
  if (!id || !motion) return
  const { who } = step
  const send = (method: 'POST' | 'PUT', path: string, body?: object) =>
    run.testApp.call(personOf(run, who), method, `${run.url}/${id}${path}`, body)
  switch (step.do) {
    case 'vote': {
      const version = step.read === 'unsaid' ? {} : { version: motion.version + (step.read === 'other' ? 1 : 0) }
      const answer = await send('POST', '/vote', { choice: step.choice, ...version })
      const expected = expectedOf(run, (state) => model.vote(state, who, index, step.choice, step.read === 'other'))
      return compare(step, answer, expected)
    }
    case 'claim': {
      const answer = await send('POST', '/claim', { isSo: step.isSo })
      const expected = expectedOf(run, (state) => model.answerClaim(state, who, index, step.isSo))
      return compare(step, answer, expected)
    }
    case 'change': {
      const words = { title: 'A motion', text: 'Earlier or later.', ...factsOf(run, motion.facts), closesAt: inDays(step.days + 0.5) }
      const answer = await send('PUT', '', words)
      const expected = expectedOf(run, (state) => model.change(state, who, index, step.days))
      return compare(step, answer, expected)
    }
    case 'conflict': {
      const answer = await send('POST', '/conflict')
      const expected = expectedOf(run, (state) => model.declareConflict(state, who, index))
      return compare(step, answer, expected)
    }
    case 'withdraw': {
      const answer = await send('POST', '/withdraw')
      const expected = expectedOf(run, (state) => model.withdraw(state, who, index))
      return compare(step, answer, expected)
    }
  }
}

async function removeMember(run: Run, step: Extract<Step, { do: 'remove' }>): Promise<void> {
  const { testApp, admin, circleId } = run
  const member = await testApp.db
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', personOf(run, step.who)._id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const answer = await testApp.call(admin, 'DELETE', `admin/circle-membership/${member?.id ?? newId()}`)
  compare(
    step,
    answer,
    expectedOf(run, (state) => model.remove(state, step.who)),
  )
}

async function act(run: Run, step: Step): Promise<void> {
  const { testApp, circleId } = run
  const membership = `app/circle-membership/${circleId}`
  const isRequest = 'who' in step && !['remove', 'hand on', 'go away'].includes(step.do)
  run.caller = isRequest ? step.who : null
  switch (step.do) {
    case 'propose':
      return propose(run, step)
    case 'vote':
    case 'claim':
    case 'change':
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
    case 'remove':
      return removeMember(run, step)
    case 'hand on': {
      await closeDueIn(testApp.db, circleId, testApp.services.settings)
      model.closeDue(run.state)
      if (model.handOn(run.state, step.who, step.to))
        await handOnArcs(testApp, circleId, personOf(run, step.who), personOf(run, step.to), 1)
      return
    }
    case 'go away':
      return goAway(run, step.who)
    case 'close':
      await testApp.runTask('close-votes')
      return model.runJob(run.state)
    case 'wait':
      await passDays(run, step.days)
      run.state.now += step.days
  }
}

type Seen = { readonly arcs: (string | null)[]; readonly treasurer: string | null; readonly motions: Record<string, unknown> }

function figures({ version, claim, lapsedBecause, standing }: MotionSummary) {
  const { outcome, of, yes, no, abstain, late, leftOut, silent } = standing
  const counted = outcome === 'withdrawn' || outcome === 'lapsed' ? { outcome } : { outcome, of, yes, no, abstain, late, leftOut, silent }
  return { ...counted, version, lapsedBecause, answer: claim?.isSo ?? null }
}

async function realState(run: Run): Promise<Seen> {
  const { testApp, circleId, url, state } = run
  const owner = personOf(run, state.owner)
  // The requests close what is due, so the arcs are read after them.
  const { open, closed } = (await testApp.call(owner, 'GET', url)).data<MotionList>()
  const { treasurer } = (await testApp.call(owner, 'GET', `${url}/basis`)).data<{ treasurer: { _id: string } | null }>()
  const { rows } = await sql<{ user_id: string | null }>`
    select user_id from arcs left join memberships on memberships.id = membership_id where arcs.circle_id = ${circleId} order by number`.execute(
    testApp.db,
  )
  return {
    arcs: rows.map(({ user_id }) => user_id),
    treasurer: treasurer?._id ?? null,
    motions: Object.fromEntries([...open, ...closed].map((motion) => [motion._id, figures(motion)])),
  }
}

function expectedState(run: Run): Seen {
  const { state, ids } = run
  const idOf = (who: number | null) => (who === null ? null : personOf(run, who)._id)
  const standing = (motion: model.ModelMotion) => {
    if (motion.withdrawnAt !== null) return { outcome: 'withdrawn' }
    if (motion.lapsed) return { outcome: 'lapsed' }
    if (motion.result) {
      const { at: _, ...result } = motion.result
      return result
    }
    const counted = model.count(state, motion, motion.closes - 1)
    return { ...counted, outcome: counted.outcome === 'passed' ? 'passes' : 'open' }
  }
  const shown = (motion: model.ModelMotion) => ({
    ...standing(motion),
    version: motion.version,
    lapsedBecause: motion.lapsed && lapseWords[motion.lapsed],
    answer: motion.answer,
  })
  return {
    arcs: state.arcs.map(({ holder }) => idOf(holder)),
    treasurer: idOf(state.treasurer),
    motions: Object.fromEntries(state.motions.map((motion, index) => [ids[index], shown(motion)])),
  }
}

/** Runs a history in the product and in the model; both must agree after every step. Reading closes what is due. */
export async function runMotionHistory(testApp: TestApp, history: readonly Step[]): Promise<void> {
  const { circle, owner, members, url } = await createMotionCircle(testApp, [5, 4, 3])
  const newcomer = await testApp.seed.investor()
  const holders = [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
  const admin = await testApp.seed.admin()
  const run: Run = {
    testApp,
    admin,
    people: [owner, ...members, newcomer],
    circleId: circle._id,
    url,
    ids: [],
    caller: null,
    state: model.newModel(holders),
  }
  for (const step of history) {
    await act(run, step)
    model.closeDue(run.state)
    // The owner reads.
    run.state.away.delete(run.state.owner)
    expect([step, await realState(run)]).toEqual([step, expectedState(run)])
  }
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
}
