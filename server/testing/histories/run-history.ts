import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { newId } from '#server/db/ids.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import type { Answer, TestApp } from '#server/testing/test-app.ts'
import * as model from './model.ts'
import { circleCount, peopleCount, type Step } from './steps.ts'

/** The people who act in every history of a test app. */
export type Participants = { readonly testApp: TestApp; readonly people: readonly Person[]; readonly admin: Person }

export async function createParticipants(testApp: TestApp): Promise<Participants> {
  const people = await Promise.all(Array.from({ length: peopleCount }, () => testApp.seed.investor()))
  return { testApp, people, admin: await testApp.seed.admin() }
}

type Real = { readonly id: string; readonly propertyId: string }
type HistoryRun = {
  readonly participants: Participants
  readonly circles: { readonly modelCircle: model.ModelCircle; readonly real: Real }[]
}

const listing = { address: '418 Alderstone Way', city: 'Denver', state: 'CO', zipCode: '80205', price: 845_000, listingStatus: 'available' }

const personOf = (participants: Participants, who: number): Person => {
  const person = participants.people[who]
  if (!person) throw new Error(`nobody has the number ${who}`)
  return person
}

const criteria = (target: number, shares: number, arcs: number) => ({
  totalTargetSize: target,
  minimumShareSize: `1/${shares}`,
  ownerInvestmentAmount: model.sum(model.pricesOf(target, shares).slice(0, arcs)),
})

async function create({ participants, circles }: HistoryRun, step: Extract<Step, { do: 'create' }>): Promise<void> {
  if (circles.length === circleCount) return
  const arcs = Math.min(step.arcs, step.shares)
  const owner = personOf(participants, step.who)
  const made = await participants.testApp.call(owner, 'POST', 'app/circle', circleForm(criteria(step.target, step.shares, arcs)))
  expect(made.status).toBe(200)
  const { _id: id } = made.data<Circle>()
  const property = await participants.testApp.call(owner, 'POST', 'app/property', {
    ...listing,
    url: 'https://listings.example/418',
    circle: id,
  })
  const real = { id, propertyId: property.data<{ _id: string }>()._id }
  circles.push({ modelCircle: model.newCircle(circles.length, step.who, step.target, step.shares, arcs), real })
}

async function buy(
  { testApp, people }: Participants,
  modelCircle: model.ModelCircle,
  real: Real,
  step: Extract<Step, { do: 'buy' }>,
): Promise<void> {
  const free = model.freeOf(modelCircle)
  // For more arcs than there are, the price that they would have.
  const beyond = Math.max(0, step.arcs - free.length) * (modelCircle.prices[0] ?? 0)
  const investmentAmount = model.sum(free.slice(0, step.arcs)) + beyond + step.off
  const buyer = people[step.who] as Person
  const headers = step.times > 1 ? { 'idempotency-key': newId() } : {}
  const send = () => testApp.call(buyer, 'POST', `app/circle-membership/${real.id}`, { investmentAmount }, headers)
  const answers = await Promise.all(Array.from({ length: step.times }, send))
  const status = model.buy(modelCircle, step.who, investmentAmount)
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
  if (status !== 200) return
  const expected = { investmentAmount: model.sum(model.heldBy(modelCircle, step.who)), complete: model.isFull(modelCircle) }
  for (const answer of answers) expect(answer.data()).toMatchObject(expected)
}

async function findMembershipId({ testApp }: Participants, real: Real, userId: string): Promise<string> {
  const row = await testApp.db
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', real.id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? newId()
}

/** Other steps may have renamed the circle. */
async function findTitle({ testApp }: Participants, real: Real): Promise<string> {
  const row = await testApp.db.selectFrom('circles').select('title').where('id', '=', real.id).executeTakeFirst()
  return row?.title ?? ''
}

/** Does the step in the product and in the model, and compares both answers. */
async function act(
  participants: Participants,
  modelCircle: model.ModelCircle,
  real: Real,
  step: Exclude<Step, { do: 'create' | 'buy' }>,
): Promise<void> {
  const { testApp, admin } = participants
  const owner = personOf(participants, modelCircle.owner)
  const doing = {
    leave: async (who: number) => [
      await testApp.call(personOf(participants, who), 'DELETE', `app/circle-membership/${real.id}`),
      model.leave(modelCircle, who),
    ],
    wait: async (who: number) => [
      await testApp.call(personOf(participants, who), 'POST', `app/request-join/${real.id}`),
      model.wait(modelCircle, who),
    ],
    'stop waiting': async (who: number) => [
      await testApp.call(personOf(participants, who), 'DELETE', `app/request-join/${real.id}`),
      model.stopWaiting(modelCircle, who),
    ],
    remove: async (who: number) => [
      await testApp.call(
        admin,
        'DELETE',
        `admin/circle-membership/${await findMembershipId(participants, real, personOf(participants, who)._id)}`,
      ),
      model.remove(modelCircle, who),
    ],
    'hand over': async (who: number) => [
      await testApp.call(owner, 'POST', `app/circle/${real.id}/owner`, { user: personOf(participants, who)._id }),
      model.handOver(modelCircle, who),
    ],
  } as const satisfies Record<string, (who: number) => Promise<[Answer, number]>>

  const compare = ([answer, status]: readonly [Answer, number]) => expect([step.do, answer.status]).toEqual([step.do, status])
  if (step.do === 'change terms') {
    const arcs = Math.min(step.arcs, step.shares)
    const body = { investmentCriteria: criteria(step.target, step.shares, arcs) }
    compare([
      await testApp.call(owner, 'PUT', `app/circle/${real.id}`, body),
      model.changeTerms(modelCircle, step.target, step.shares, arcs),
    ])
  } else if (step.do === 'call off') {
    const deleted =
      step.by === 'owner'
        ? await testApp.call(owner, 'DELETE', `app/circle/${real.id}`)
        : await testApp.call(admin, 'DELETE', `admin/circle-delete/${real.id}`, { title: await findTitle(participants, real) })
    compare([deleted, model.deleteCircle(modelCircle, step.by)])
  } else if (step.do === 'vote') {
    const { who, preference } = step
    const voted = await testApp.call(personOf(participants, who), 'PUT', `app/property-preference/${real.propertyId}`, { preference })
    compare([voted, model.vote(modelCircle, who, preference)])
  } else {
    compare(await doing[step.do](step.who))
  }
}

/** A person who can do the step, if there is one. */
function fitting({ members, owner }: model.ModelCircle, step: Extract<Step, { isFit: boolean }>): number {
  const isFor = {
    outsiders: (who: number) => !members.has(who),
    members: (who: number) => members.has(who),
    others: (who: number) => members.has(who) && who !== owner,
  }
  const group = step.do === 'vote' ? 'members' : step.do === 'wait' || step.do === 'stop waiting' ? 'outsiders' : 'others'
  const fit = Array.from({ length: peopleCount }, (_, who) => who).filter(isFor[group])
  return fit[step.who % fit.length] ?? step.who
}

type State = {
  owner: string
  isDeleted: boolean
  arcs: { price: number; holder: string | null }[]
  ledger: Record<string, number>
  votes: Record<string, string>
  waitingList: string[]
  mails: number
}

async function realState({ testApp }: Participants, real: Real): Promise<State> {
  const { rows } = await sql<State>`
    select
      (select user_id from memberships where circle_id = circles.id and is_owner and ended_at is null) as owner,
      deleted_at is not null as "isDeleted",
      (select json_agg(json_build_object('price', price, 'holder', user_id) order by number)
        from arcs left join memberships on memberships.id = membership_id where arcs.circle_id = circles.id) as arcs,
      (select json_object_agg(user_id, amount) from
        (select user_id, sum(amount) as amount from ledger where circle_id = circles.id group by 1 having sum(amount) <> 0) as held) as ledger,
      (select coalesce(json_object_agg(user_id, preference), '{}') from preferences where property_id = ${real.propertyId}) as votes,
      (select coalesce(json_agg(user_id order by id), '[]') from waiting_list where circle_id = circles.id) as "waitingList",
      (select count(*) from mails where template = 'shares-free' and props->>'link' like '%' || circles.id) as mails
    from circles where id = ${real.id}`.execute(testApp.db)
  return rows[0] as State
}

function expectedState(participants: Participants, modelCircle: model.ModelCircle): State {
  const id = (who: number) => personOf(participants, who)._id
  const amounts = [...modelCircle.members].map((who) => [id(who), model.sum(model.heldBy(modelCircle, who))] as const)
  return {
    owner: id(modelCircle.owner),
    isDeleted: modelCircle.isDeleted,
    arcs: modelCircle.prices.map((price, index) => ({
      price,
      holder: typeof modelCircle.holders[index] === 'number' ? id(modelCircle.holders[index]) : null,
    })),
    ledger: Object.fromEntries(amounts),
    votes: Object.fromEntries([...modelCircle.votes].map(([who, preference]) => [id(who), preference])),
    waitingList: modelCircle.waitingList.map(id),
    mails: modelCircle.sharesFreeMails,
  }
}

/** Runs a history in the product and in the model; both must agree after every step. `afterStep` may check more. */
export async function runHistory(
  participants: Participants,
  history: readonly Step[],
  afterStep: (circleIds: readonly string[]) => Promise<void> = async () => {},
): Promise<void> {
  const scene: HistoryRun = { participants, circles: [] }
  for (const step of history) {
    if (step.do === 'create') {
      await create(scene, step)
      continue
    }
    const circle = scene.circles[step.circle]
    if (!circle) continue
    if (step.do === 'buy') await buy(participants, circle.modelCircle, circle.real, step)
    else
      await act(
        participants,
        circle.modelCircle,
        circle.real,
        'isFit' in step && step.isFit ? { ...step, who: fitting(circle.modelCircle, step) } : step,
      )
    expect([step, await realState(participants, circle.real)]).toEqual([step, expectedState(participants, circle.modelCircle)])
    await afterStep(scene.circles.map(({ real }) => real.id))
  }
  expect(await ledgerProblems(participants.testApp.databaseUrl)).toEqual([])
}
