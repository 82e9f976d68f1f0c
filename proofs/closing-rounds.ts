import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Motion } from '#contract/motions.ts'
import type { Property } from '#contract/properties.ts'
import type { Database } from '#server/db/connect.ts'
import { createMotionCircle, handOnArcs, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import type { Answer, ApiUnderTest } from '#server/testing/test-app.ts'
import {
  createVotingCircle,
  inOneDay,
  listing,
  setClosingDate,
  setClosingDateIn,
  setHoldingAge,
  type VotingCircle,
} from '#server/testing/voting-circle.ts'
import { closeInAllProcesses } from './over-processes.ts'

/** When an attack comes, in milliseconds from the closing date, and whether the job has run before it. */
export type Moment = { readonly fromClosing: number; readonly isAfterJob: boolean }

/** How many requests were taken and refused. */
export type Attempts = { readonly taken: number; readonly refused: number }

const swap = { address: '1 Swapped Street', price: 1, url: 'https://listings.example/swapped' }
const leadMilliseconds = 1_000

/** Seconds from now to the closing date, so that the attack has time to come at its moment. */
const secondsAhead = ({ fromClosing }: Moment): number => (fromClosing > 0 ? -fromClosing : leadMilliseconds - fromClosing) / 1_000

/** At the closing date itself requests are sent shortly before, because they take a while until they are decided. */
async function waitFor(closesAt: Date, { fromClosing }: Moment): Promise<void> {
  const ahead = fromClosing === 0 ? 150 * Math.random() ** 2 : 0
  await sleep(Math.max(0, closesAt.getTime() + fromClosing - ahead - Date.now()))
}

function countAttempts(answers: readonly Answer[]): Attempts {
  const taken = answers.filter(({ status }) => status === 200).length
  expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([])
  return { taken, refused: answers.length - taken }
}

function expectNoneAfterClosing({ fromClosing }: Moment, { taken }: Attempts): void {
  if (fromClosing > 0) expect(taken).toBe(0)
}

/** A property that all four members veto, whose vote closes in a moment; the broker assigned to it is not used. */
async function openVote(api: ApiUnderTest, moment: Moment) {
  const votingCircle = await createVotingCircle(api, 3)
  const { owner, members, circle, property } = votingCircle
  const voters = [owner, ...members]
  for (const person of voters) expect((await votingCircle.vote(person, 'veto')).status).toBe(200)
  await setHoldingAge(api, circle._id, voters, 2 * 86_400)
  expect((await setClosingDate(api, owner, property, inOneDay())).status).toBe(200)
  await setClosingDateIn(api, property._id, secondsAhead(moment))
  const { closes_at } = await api.db
    .selectFrom('decisions')
    .select('closes_at')
    .where('property_id', '=', property._id)
    .executeTakeFirstOrThrow()
  if (moment.isAfterJob) await closeInAllProcesses(api.db)
  return { ...votingCircle, closesAt: closes_at as Date }
}

const edit = (api: ApiUnderTest, person: Person, { _id }: Property) => api.call(person, 'PUT', `app/property/${_id}`, swap)

const readProperty = async (api: ApiUnderTest, person: Person, { circle, property }: VotingCircle) => {
  const [shown] = (await api.call(person, 'GET', `app/property/${circle._id}?id=${property._id}`)).data<Property[]>()
  if (!shown) throw new Error('the property is not shown')
  const { address, price, url, tally, preferences, deciding } = shown
  return { address, price, url, tally, preferences, deciding }
}

/** Everything that is stored about a decision. */
async function readStored(db: Database, column: 'property_id' | 'motion_id', id: string) {
  const rows = await db.selectFrom('decision_record').selectAll().where(column, '=', id).orderBy('at').execute()
  const recordIds = rows.map((row) => row.id)
  const votes = await db.selectFrom('record_votes').selectAll().where('record_id', 'in', recordIds).orderBy('user_id').execute()
  return { rows, votes: votes.toSorted((a, b) => a.record_id.localeCompare(b.record_id)) }
}

/** Whatever comes after closing, on both processes and with the job: nothing that is stored or shown changes. */
async function expectNothingChanges(api: ApiUnderTest, votingCircle: VotingCircle, flash: Person): Promise<void> {
  const { owner, members, property, circle } = votingCircle
  const [reader, leaver] = members.slice(-2) as [Person, Person]
  const read = async () => [
    await readStored(api.db, 'property_id', property._id),
    await readProperty(api, reader, votingCircle),
    await readProperty(api, reader, votingCircle),
  ]
  const before = await read()
  await Promise.all([
    ...[owner, reader, flash].flatMap((person) => ['invest', 'veto', null].map((choice) => votingCircle.vote(person, choice))),
    edit(api, owner, property),
    setClosingDate(api, owner, property, inOneDay()),
    setClosingDate(api, owner, property, null),
    api.call(flash, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 }),
    api.call(leaver, 'DELETE', `app/circle-membership/${circle._id}`),
    closeInAllProcesses(api.db),
  ])
  expect(await read()).toEqual(before)
}

/** Someone buys half of the circle to overrule the vetoes, while two members change their minds. */
export async function flashVote(api: ApiUnderTest, moment: Moment): Promise<Attempts> {
  const votingCircle = await openVote(api, moment)
  const { owner, members, circle, property, closesAt } = votingCircle
  const flash = await api.seed.investor()
  const changing = members.slice(0, 2)
  const [ofFlash, ...ofChanging] = await Promise.all([
    waitFor(closesAt, moment).then(async () => {
      await api.call(flash, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 450_000 })
      return votingCircle.vote(flash, 'invest')
    }),
    ...changing.map((person) => waitFor(closesAt, moment).then(() => votingCircle.vote(person, 'invest'))),
  ])
  const attempts = countAttempts([ofFlash, ...ofChanging])
  expectNoneAfterClosing(moment, attempts)
  await sleep(Math.max(0, closesAt.getTime() + 5 - Date.now()))
  await closeInAllProcesses(api.db)

  const { rows, votes } = await readStored(api.db, 'property_id', property._id)
  const closed = rows.filter(({ kind }) => kind === 'closed')
  const inFavour = ofChanging.filter(({ status }) => status === 200).length
  const { address, price, url } = listing
  expect(closed).toMatchObject([{ address, price, url, held: 6, invest: inFavour, veto: 6 - inFavour, state: 'open' }])
  const recorded = votes.filter(({ record_id }) => record_id === closed[0]?.id)
  for (const [index, person] of changing.entries()) {
    const preference = ofChanging[index]?.status === 200 ? 'invest' : 'veto'
    expect(recorded.find(({ user_id }) => user_id === person._id)).toMatchObject({ preference, arcs: 1 })
  }
  const flashRow = recorded.find(({ user_id }) => user_id === flash._id)
  expect([flashRow?.preference ?? null, flashRow?.arcs ?? 0]).toEqual([ofFlash.status === 200 ? 'invest' : null, 0])
  expect((await votingCircle.deciding(owner)).standing).toMatchObject({ outcome: 'did_not_pass', of: 6, invest: inFavour })
  const late = await sql`select from votes_cast join decisions using (property_id)
    where property_id = ${property._id} and votes_cast.at >= decisions.closes_at`.execute(api.db)
  expect(late.rows).toHaveLength(0)
  await expectNothingChanges(api, votingCircle, flash)
  return attempts
}

/** The owner and an administrator put another house in the place of the one that is voted on. */
export async function swapProperty(api: ApiUnderTest, moment: Moment): Promise<Attempts> {
  const votingCircle = await openVote(api, moment)
  const { owner, property, closesAt } = votingCircle
  const admin = await api.seed.admin()
  const answers = await Promise.all([
    waitFor(closesAt, moment).then(() => edit(api, owner, property)),
    waitFor(closesAt, moment).then(() => api.call(admin, 'PUT', `admin/property/${property._id}`, swap)),
  ])
  const attempts = countAttempts(answers)
  expectNoneAfterClosing(moment, attempts)
  await sleep(Math.max(0, closesAt.getTime() + 5 - Date.now()))
  await closeInAllProcesses(api.db)

  const { rows } = await readStored(api.db, 'property_id', property._id)
  const closed = rows.filter(({ kind }) => kind === 'closed')
  const shown = await readProperty(api, owner, votingCircle)
  if (attempts.taken > 0) {
    // Taken in time: everyone has another day to look at the new house.
    expect(closed).toEqual([])
    expect(shown).toMatchObject(swap)
    expect(Date.parse(shown.deciding?.closesAt ?? '')).toBeGreaterThan(closesAt.getTime() + 0.99 * 86_400_000)
    return attempts
  }
  const { address, price, url } = listing
  expect(closed).toMatchObject([{ address, price, url }])
  expect(shown).toMatchObject({ address, price, url })
  await expectNothingChanges(api, votingCircle, await api.seed.investor())
  return attempts
}

type MotionCircle = Awaited<ReturnType<typeof createMotionCircle>>

async function expectMotionStays(api: ApiUnderTest, { owner, members, url, vote, read }: MotionCircle, motion: Motion): Promise<void> {
  const readAll = async () => [
    await readStored(api.db, 'motion_id', motion._id),
    await read(owner, motion),
    await read(owner, motion),
    await sql`select * from motion_votes where motion_id = ${motion._id} order by id`.execute(api.db).then(({ rows }) => rows),
  ]
  const before = await readAll()
  const changed = { title: 'Another fence', text: 'x', facts: { kind: 'general' }, closesAt: inDays(2) }
  const answers = await Promise.all([
    ...[owner, ...members].flatMap((person) => (['yes', 'no'] as const).map((choice) => vote(person, motion, choice))),
    api.call(owner, 'PUT', `${url}/${motion._id}`, changed),
    api.call(owner, 'POST', `${url}/${motion._id}/withdraw`),
    api.call(owner, 'POST', url, { ...changed, supersedes: motion._id }),
  ])
  await closeInAllProcesses(api.db)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409))
  expect(await readAll()).toEqual(before)
}

/** A member flips their vote in both processes; in the last second another one is handed that member's arcs. */
export async function flipMotion(api: ApiUnderTest, moment: Moment): Promise<Attempts> {
  const motionCircle = await createMotionCircle(api, [4, 3, 3, 2])
  const { owner, members, circle, made, vote } = motionCircle
  const [second, third] = members as [Person, Person]
  const motion = await made(owner)
  await vote(owner, motion, 'yes')
  await vote(second, motion, 'no')
  await passMotionClosing(api, motion._id, -1_000 * secondsAhead(moment))
  const { closes_at: closesAt } = await api.db
    .selectFrom('motions')
    .select('closes_at')
    .where('id', '=', motion._id)
    .executeTakeFirstOrThrow()
  if (moment.isAfterJob) await closeInAllProcesses(api.db)
  const isHandedOn = moment.fromClosing < 0
  if (isHandedOn) await waitFor(closesAt, moment).then(() => handOnArcs(api, circle._id, third, owner))
  const flips = (['yes', 'no', 'yes', 'no', 'yes', 'no'] as const).map((choice) =>
    waitFor(closesAt, moment).then(() => vote(third, motion, choice)),
  )
  const attempts = countAttempts(await Promise.all(flips))
  expectNoneAfterClosing(moment, attempts)
  await sleep(Math.max(0, closesAt.getTime() + 5 - Date.now()))
  await closeInAllProcesses(api.db)

  const cast = await api.db
    .selectFrom('motion_votes')
    .selectAll()
    .where('motion_id', '=', motion._id)
    .where('user_id', '=', third._id)
    .orderBy('at')
    .execute()
  expect(cast).toHaveLength(attempts.taken)
  expect(cast.filter(({ at }) => at >= closesAt)).toEqual([])
  const held = isHandedOn ? 9 : 12
  const choice = cast.at(-1)?.choice ?? null
  const yes = 4 + (choice === 'yes' && !isHandedOn ? 3 : 0)
  const { rows, votes } = await readStored(api.db, 'motion_id', motion._id)
  const closed = rows.filter(({ kind }) => kind === 'motion_closed')
  expect(closed).toMatchObject([{ held, yes, late: isHandedOn ? 3 : 0, outcome: 2 * yes > held ? 'passed' : 'did_not_pass' }])
  expect(votes.find(({ record_id, user_id }) => record_id === closed[0]?.id && user_id === third._id)?.choice ?? null).toBe(choice)
  await expectMotionStays(api, motionCircle, motion)
  return attempts
}
