import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { createVotingCircle, endVoteMinute } from '#server/testing/voting-circle.ts'
import { closeInAllProcesses, startTwoProcesses, type TwoProcesses } from './over-processes.ts'

const password = 'Larkspur-Terrace-75'

let product: TwoProcesses
const call: TwoProcesses['call'] = (...request) => product.call(...request)

beforeAll(async () => {
  product = await startTwoProcesses()
})
afterAll(async () => {
  expect(await ledgerProblems(product.cluster.databaseUrl)).toEqual([])
  await product.close()
})

const investor = () => product.cluster.seed.investor({ password })
const createCircle = async (owner: Person, criteria = {}) => (await call(owner, 'POST', 'app/circle', circleForm(criteria))).data<Circle>()
const buy = (buyer: Person, circle: Circle, investmentAmount = 75_000) =>
  call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount })
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

const rounds = 20

test(`G9: of ${rounds} × 20 parallel hand-overs one each counts, and ownership follows from the membership alone`, async () => {
  for (let round = 0; round < rounds; round++) {
    const owner = await investor()
    const circle = await createCircle(owner)
    const others = [await investor(), await investor()]
    for (const other of others) await buy(other, circle)
    const url = `app/circle/${circle._id}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => call(owner, 'POST', `${url}/owner`, { user: others[turn % 2]?._id })),
    )
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(19).fill(403)])

    const members = (await call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<Membership[]>()
    const owners = members.filter(({ isOwner }) => isOwner).map(({ user }) => user?._id)
    const heir = others.find(({ _id }) => _id === owners[0])
    expect([owners.length, heir !== undefined]).toEqual([1, true])
    const edits = await Promise.all(
      [owner, ...others].map(async (person) => [person, (await call(person, 'PUT', url, { title: 'Renamed' })).status] as const),
    )
    expect(edits.map(([person, status]) => [person === heir, status])).toEqual(
      edits.map(([person]) => [person === heir, person === heir ? 200 : 403]),
    )
  }
  console.log(`G9 ${rounds * 20} hand-overs over two processes: ${rounds} counted, the former owner and the other member changed nothing`)
})

test(`G9: nobody leaves a circle by deleting their account once it is fully funded, also while the last arc is bought`, async () => {
  const found = { stayed: 0, 'left before': 0 }
  for (let round = 0; round < rounds; round++) {
    const [owner, member, last] = [await investor(), await investor(), await investor()]
    const terms = { totalTargetSize: 90_000, minimumShareSize: '1/3', ownerInvestmentAmount: 30_000 }
    const circle = await createCircle(owner, terms)
    await buy(member, circle, 30_000)
    const leave = () => call(member, 'DELETE', `app/user/${member._id}`, { currentPassword: password })
    const [left, bought] = await Promise.all([leave(), buy(last, circle, 30_000)])
    const isFullyFunded = bought.data<{ complete: boolean }>().complete
    expect([isFullyFunded, left.status]).toEqual([isFullyFunded, isFullyFunded ? 409 : 204])
    const { sharesAvailable } = (await call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>()
    expect(sharesAvailable).toBe(left.status === 204 ? 1 : 0)
    if (left.status === 409) expect([left.body.code, (await leave()).status]).toEqual(['holds_funded_circle', 409])
    found[left.status === 204 ? 'left before' : 'stayed'] += 1
  }
  console.log(`G9 ${rounds} deletions of accounts while the last arc was bought: ${JSON.stringify(found)}`)
})

test('G9: flips of a vote add one row of history per voter, property and minute, and are limited', async () => {
  const [flips, atOnce] = [400, 20]
  const { most } = rateLimits.vote_account
  const { members, property } = await createVotingCircle({ ...product.api, call }, 1)
  const [voter] = members as [Person]
  const minuteNow = () => Math.floor(Date.now() / 60_000)
  const begun = minuteNow()
  const flip = (turn: number) => call(voter, 'PUT', `app/property-preference/${property._id}`, { preference: turn % 2 ? 'invest' : 'veto' })
  // So few at once that none is refused because the server is busy.
  const answers: Awaited<ReturnType<typeof flip>>[] = []
  while (answers.length < flips)
    answers.push(...(await Promise.all(Array.from({ length: atOnce }, (_, lane) => flip(answers.length + lane)))))
  const taken = answers.filter(({ status }) => status === 200).length
  expect([taken, answers.filter(({ status }) => status === 429).length]).toEqual([most, flips - most])
  // One, unless the minute ended meanwhile.
  const minutes = minuteNow() - begun + 1
  await endVoteMinute(product.api)
  await closeInAllProcesses(product.cluster.db)
  const rows = await product.cluster.db
    .selectFrom('vote_history')
    .select('id')
    .where('property_id', '=', property._id)
    .where('user_id', '=', voter._id)
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThanOrEqual(minutes)
  console.log(`G9 ${flips} flips, ${atOnce} at once: ${taken} taken, ${rows.length} rows of history in ${minutes} minutes`)
})
