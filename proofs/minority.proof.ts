import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Motion } from '#contract/motions.ts'
import type { Property } from '#contract/properties.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { createMotionCircle, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type ApiUnderTest, startTestApp } from '#server/testing/test-app.ts'
import { startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { listing } from '#server/testing/voting-circle.ts'
import { operationsOf, pathWith, writesOf } from './operations.ts'
import { closeInAllProcesses, overProcesses } from './over-processes.ts'

let cluster: TestCluster
let api: ApiUnderTest

beforeAll(async () => {
  cluster = await startTestCluster()
  api = overProcesses(cluster, await Promise.all([cluster.startApi(), cluster.startApi()]))
})
afterAll(() => cluster.close())

/** Limits count per person in the database; here one person acts thousands of times. */
const forgetLimits = () => sql`truncate rate_counters`.execute(cluster.db)

const spend = (amountCents: number, relatedMember: string | null) => ({
  title: `Pay ${amountCents}`,
  text: 'It is time.',
  payee: 'Weller Roofing LLC',
  facts: { kind: 'spend', amountCents, category: 'repairs', repeats: null, relatedMember },
})

const games = Number(process.env.GAMES ?? 300)

const kinds = ['spend', 'spend', 'spend', 'general', 'rules', 'release', 'wind_up', 'treasurer'] as const
const attacks = ['propose', 'propose', 'vote', 'vote', 'vote', 'change', 'withdraw', 'conflict', 'claim', 'job'] as const
const defences = ['vote', 'vote', 'claim', 'nothing', 'nothing', 'propose'] as const

/** Numbers are taken modulo what there is. */
const move = fc.record({
  who: fc.nat(20),
  about: fc.nat(20),
  motion: fc.nat(5),
  attack: fc.constantFrom(...attacks),
  defence: fc.constantFrom(...defences),
  kind: fc.constantFrom(...kinds),
})

/** Arcs of three to five members that sum to twelve; some of them, with at most half of the arcs, play together against the others. */
const game = fc
  .record({
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { minLength: 2, maxLength: 4 }),
    together: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    moves: fc.array(move, { minLength: 15, maxLength: 30, size: 'max' }),
  })
  .map(({ cuts, together, moves }) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), 12]
    const arcs = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
    let held = 0
    const isAttacker = arcs.map((count, index) => {
      const joins = together[index] === true && held + count <= 6
      if (joins) held += count
      return joins
    })
    return { arcs, isAttacker, moves }
  })

const factsFor = (kind: (typeof kinds)[number], about: Person, number: number): object => {
  if (kind === 'spend') return spend(9_000_000 + number, about._id)
  if (kind === 'treasurer') return { facts: { kind, member: about._id } }
  if (kind === 'rules') return { facts: { kind, rules: { countBy: 'people', threshold: 1 + (number % 99), quorum: 0, vetoBlocks: false } } }
  return { title: `About ${kind} ${number}`, facts: { kind } }
}

/** Plays one game. Defenders never say yes, nor a word against themselves. Returns how many motions the attackers made. */
async function play({ arcs, isAttacker, moves }: typeof game extends fc.Arbitrary<infer Game> ? Game : never): Promise<number> {
  const { owner, members, url, propose, circle } = await createMotionCircle(api, arcs)
  const people = [owner, ...members]
  const motions: Motion[] = []
  for (const [number, { who, about, motion: index, attack, defence, kind }] of moves.entries()) {
    const [position, named] = [who % people.length, people[about % people.length]]
    const person = people[position]
    if (!person || !named) continue
    const act = isAttacker[position] ? attack : defence
    const motion = motions[index % Math.max(1, motions.length)]
    const say = (path: string, body?: object) => (motion ? api.call(person, 'POST', `${url}/${motion._id}/${path}`, body) : null)
    if (act === 'propose') {
      const made = await propose(person, factsFor(kind, named, number))
      if (made.status === 200) motions.push(made.data<Motion>())
    } else if (act === 'vote') await say('vote', { choice: isAttacker[position] ? 'yes' : number % 2 ? 'no' : 'abstain' })
    else if (act === 'claim') await say('claim', { isSo: isAttacker[position] === true })
    else if (act === 'change' && motion)
      await api.call(person, 'PUT', `${url}/${motion._id}`, { ...spend(number, named._id), closesAt: inDays(2) })
    else if (act === 'withdraw' || act === 'conflict') await say(act)
    else if (act === 'job') await closeInAllProcesses(cluster.db)
  }
  for (const { _id } of motions) await passMotionClosing(api, _id)
  await closeInAllProcesses(cluster.db)
  // Someone who asks to be released is left out by their own word, and may be let go by the others.
  const attackers = people.filter((_, index) => isAttacker[index]).map(({ _id }) => _id)
  const { rows: passed } = await sql<{ kind: string }>`
    select motions.kind from motions join motion_closings on motion_id = motions.id
    where motions.circle_id = ${circle._id} and outcome = 'passed'
      and (motions.kind <> 'release' or motions.proposed_by = any(${attackers}))`.execute(cluster.db)
  expect([arcs, isAttacker, passed]).toEqual([arcs, isAttacker, []])
  const { rows: silenced } = await sql<{ user_id: string }>`
    select record_votes.user_id from record_votes join decision_record on decision_record.id = record_id
    where decision_record.circle_id = ${circle._id} and is_left_out and not exists (select from motion_conflicts
      where motion_conflicts.motion_id = decision_record.motion_id and motion_conflicts.user_id = record_votes.user_id
        and declared_by = record_votes.user_id)`.execute(cluster.db)
  expect(silenced).toEqual([])
  return motions.length
}

test(`G14: ${games} games over random holdings: whatever a minority claims, proposes, changes and votes, nothing passes against the others`, async () => {
  let motions = 0
  await fc.assert(
    fc.asyncProperty(game, async (played) => {
      await forgetLimits()
      motions += await play(played)
    }),
    { numRuns: games, seed: 14, endOnFailure: true },
  )
  expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
  console.log(`G14 ${games} games, ${motions} motions: none passed, and nobody was left out but by their own word`)
})

const rounds = Number(process.env.ROUNDS ?? 1_000)

test(`G13: ${rounds} changes raced with votes over two processes: a vote counts for what its voter has read`, async () => {
  const { owner, members, url, made, circle } = await createMotionCircle(api, [6, 6])
  const [reader] = members as [Person]
  const found = { taken: 0, refused: 0 }
  for (let round = 0; round < rounds / 2; round++) {
    await forgetLimits()
    const motion = await made(owner, spend(10_000 + round, null))
    const path = `${url}/${motion._id}`
    const [changed, voted] = await Promise.all([
      api.call(owner, 'PUT', path, { ...spend(9_000_000 + round, null), closesAt: inDays(3) }),
      api.call(reader, 'POST', `${path}/vote`, { choice: 'yes', version: 1 }),
    ])
    const after = (await api.call(reader, 'GET', path)).data<Motion>()
    const isTaken = voted.status === 200
    expect([isTaken, changed.status, voted.body.code, after.version, after.standing.voted]).toEqual(
      isTaken ? [true, 409, undefined, 1, 6] : [false, 200, 'motion_changed', 2, 0],
    )
    found[isTaken ? 'taken' : 'refused']++
    await api.call(owner, 'POST', `${path}/withdraw`)
  }
  const property = (await api.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<Property>()
  const read = async () => (await api.call(reader, 'GET', `app/property/${circle._id}?id=${property._id}`)).data<Property[]>()[0]
  for (let round = 0; round < rounds / 2; round++) {
    await forgetLimits()
    const before = await read()
    const [changed, voted] = await Promise.all([
      api.call(owner, 'PUT', `app/property/${property._id}`, { price: 900_000 + round }),
      api.call(reader, 'PUT', `app/property-preference/${property._id}`, { preference: 'invest', version: before?.version }),
    ])
    const after = await read()
    const isTaken = voted.status === 200
    // A vote that came first stays, and its voter is asked to look again.
    expect([changed.status, after?.version, isTaken ? undefined : voted.body.code]).toEqual([
      200,
      (before?.version ?? 0) + 1,
      isTaken ? undefined : 'property_changed',
    ])
    if (isTaken) expect(after?.deciding?.changedSinceVote.at(-1)?.after).toBe(String(900_000 + round))
    found[isTaken ? 'taken' : 'refused']++
  }
  console.log(`G13 ${rounds} rounds: ${found.taken} votes came before the change, ${found.refused} were refused because of it`)
})

test('G15: whatever the first write of someone signed in after the closing date is and becomes, the closing and its effect are committed', async () => {
  const described = await startTestApp()
  const writes = writesOf(await operationsOf(described)).filter(({ path }) => path.includes('{') && !path.startsWith('/api/public/'))
  await described.close()
  const admin = await cluster.seed.admin()
  const statuses = new Map<number, number>()
  for (const { method, path, name } of writes) {
    await forgetLimits()
    const { circle, owner, members, made, vote } = await createMotionCircle(api, [10, 2])
    const [other] = members as [Person]
    const property = (await api.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<Property>()
    const motion = await made(owner, { facts: { kind: 'wind_up' } })
    await vote(owner, motion, 'yes')
    await passMotionClosing(api, motion._id)
    const valueFor = (param: string) => {
      if (param === 'motionId') return motion._id
      if (param === 'propertyId' || path.includes('/property/')) return property._id
      return param === 'userId' || path.includes('/user') ? other._id : circle._id
    }
    const caller = path.startsWith('/api/admin/') ? admin : other
    const answer = await api.call(caller, method, pathWith(path, valueFor).replace('/api/', ''), method === 'DELETE' ? undefined : {})
    expect([name, answer.status >= 500]).toEqual([name, false])
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    // An administrator's write that names nothing of the circle does not meet what is due in it.
    const concerns = caller === other || [circle._id, property._id].some((id) => pathWith(path, valueFor).includes(id))
    if (!concerns) continue
    const { rows } = await sql<{ ended: boolean; effects: number }>`
      select ended_at is not null as ended, (select count(*)::int from motion_effects where motion_id = ${motion._id}) as effects
      from circles where id = ${circle._id}`.execute(cluster.db)
    expect([name, answer.status, rows]).toEqual([name, answer.status, [{ ended: true, effects: 1 }]])
  }
  console.log(
    `G15 ${writes.length} writes as the first after the date, answered ${JSON.stringify(Object.fromEntries(statuses))}: each left the closing committed`,
  )
})
