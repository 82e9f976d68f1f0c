import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { BookMonth } from '#contract/book-months.ts'
import type { Motion, StageLine } from '#contract/motions.ts'
import { newId } from '#server/db/ids.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { insertPaper, stepUpFor } from '#server/testing/buying-circle.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import { createPassedCircle, createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { fallSilent, passDaysAway } from '#server/testing/silence.ts'
import { type Answer, startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { operationsOf, pathWith } from './operations.ts'

const circles = Number(process.env.CIRCLES ?? 60)

const expectOk = (answer: Answer): Answer => {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer
}

/** Lets some people fall silent; what the others do then counts as a sign of life of them alone. */
async function letFallSilent(testApp: TestApp, absent: readonly Person[], present: readonly Person[]): Promise<void> {
  for (const person of absent) await fallSilent(testApp, person)
  for (const person of present) await testApp.call(person, 'GET', 'app/profile')
}

/** Those who are there pass a motion, at its closing date if not before. */
async function pass(testApp: TestApp, circleId: string, present: readonly Person[], facts: object): Promise<void> {
  const [proposer] = present as [Person, ...Person[]]
  const url = `app/motion/${circleId}`
  const body = { title: 'A motion', text: 'It is time.', facts, payee: null, closesAt: inDays(3) }
  const { _id } = expectOk(await testApp.call(proposer, 'POST', url, body)).data<Motion>()
  for (const person of present) expectOk(await testApp.call(person, 'POST', `${url}/${_id}/vote`, { choice: 'yes' }))
  const read = async () => (await testApp.call(proposer, 'GET', `${url}/${_id}`)).data<Motion>().standing.outcome
  if ((await read()) !== 'passed') await passMotionClosing(testApp, _id)
  expect([facts, await read()]).toEqual([facts, 'passed'])
}

const stageOf = async (testApp: TestApp, circleId: string, person: Person): Promise<string> =>
  (await testApp.call(person, 'GET', `app/circle/${circleId}/stage`)).data<StageLine>().stage

/** Three to five people with eight arcs. Who is absent holds less than half; the owner is the first one. */
const scenes = fc
  .record({
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 4 }),
    away: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    treasurer: fc.nat(4),
    stage: fc.constantFrom('deciding', 'give up', 'buy', 'buy'),
  })
  .map(({ cuts, away, ...rest }) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), 8]
    const arcs = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
    let missing = 0
    const isAbsent = arcs.map((count, index) => {
      const goes = away[index] === true && missing + count < 4
      if (goes) missing += count
      return goes
    })
    return { arcs, isAbsent, ...rest }
  })
  // Who confirms is never who entered, so two have to be there.
  .filter(({ isAbsent }) => isAbsent.includes(true) && isAbsent.filter((absent) => !absent).length > 1)
type Scene = typeof scenes extends fc.Arbitrary<infer Value> ? Value : never

const price = { kind: 'price', amountCents: 5_800_000 }

async function leaveStage(testApp: TestApp, { arcs, isAbsent, treasurer: index, stage }: Scene): Promise<void> {
  const terms = { price: 58_000, size: '1/8' } as const
  const isBuying = stage !== 'deciding'
  const buying = isBuying ? await createPurchaseCircle(testApp, arcs, terms) : null
  const { circle, people } = buying ?? (await createPassedCircle(testApp, arcs, terms))
  const treasurer = people[index % people.length] as Person
  await pass(testApp, circle._id, people, { kind: 'treasurer', member: treasurer._id })
  if (stage === 'buy') await buying?.sendWire()
  const absent = people.filter((_, at) => isAbsent[at])
  const present = people.filter((_, at) => !isAbsent[at])
  const [one, other] = present as [Person, Person]
  await letFallSilent(testApp, absent, present)

  const owner = isAbsent[0] ? one : (people[0] as Person)
  if (isAbsent[0]) await pass(testApp, circle._id, present, { kind: 'owner', member: one._id })
  if (absent.includes(treasurer)) await pass(testApp, circle._id, present, { kind: 'treasurer', member: one._id })
  if (stage === 'deciding') {
    const [gone] = absent as [Person]
    await pass(testApp, circle._id, present, { kind: 'let_go', member: gone._id })
    expect(await stageOf(testApp, circle._id, one)).toBe('gathering')
  } else if (stage === 'give up') {
    await pass(testApp, circle._id, present, { kind: 'give_up', why: 'The roof' })
    expect(await stageOf(testApp, circle._id, one)).toBe('deciding')
  } else if (buying) {
    const { settlement } = buying.required(await buying.settle([price], {}, owner))
    const second = owner === one ? other : one
    await buying.confirmFor(second)
    expectOk(await buying.confirm(second, settlement?._id ?? ''))
    expect(await stageOf(testApp, circle._id, one)).toBe('owning')
    await pass(testApp, circle._id, present, { kind: 'sell', leastPriceCents: 1, relatedMember: null, why: 'It is time' })
    await pass(testApp, circle._id, present, { kind: 'wind_up' })
  }
  const { rows } = await sql<{ user_id: string }>`
    select user_id from silences where ended_at is null and user_id in (${sql.join(people.map(({ _id }) => _id))}) order by 1`.execute(
    testApp.db,
  )
  // Nobody who is there was silenced, and nobody came back by what the others did.
  expect(rows.map(({ user_id }) => user_id)).toEqual(absent.map(({ _id }) => _id).sort())
}

test(`G16: in ${circles} random circles with absent members, owner and treasurer those who are there leave every stage`, async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  const played: Record<string, number> = {}
  try {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        played[scene.stage] = (played[scene.stage] ?? 0) + 1
        await leaveStage(testApp, scene)
      }),
      { numRuns: circles, seed: 16, endOnFailure: true },
    )
    expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
  } finally {
    await testApp.close()
  }
  console.log(`G16 ${circles} circles with absent people, ${JSON.stringify(played)}: each left its stage`)
})

test('G16: what needs a second person is done when any one of three is absent: a month is confirmed, an expense of one’s own, its reversal', async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  try {
    for (const away of [0, 1, 2]) {
      const { ann, ben, cy, circleId, operating, files, post } = await createBookCircle(testApp)
      const people = [ann, ben, cy]
      const present = people.filter((_, index) => index !== away)
      const [keeper, second] = present as [Person, Person]
      await letFallSilent(testApp, [people[away] as Person], present)
      // Ann owns the circle, so she keeps its book until another member does.
      if (away === 0) await pass(testApp, circleId, present, { kind: 'owner', member: keeper._id })
      const csv = bankCsv([['2025-01-10', 200_000, 'RENT']])
      const file = bankFile(operating, csv, { from: '2025-01-01', to: '2025-01-31' })
      expectOk(await testApp.call(keeper, 'POST', `${files}/import`, file))
      const { lines } = (await testApp.call(keeper, 'GET', `${files}/lines`)).data<BankLines>()
      const rent = { what: 'rent', bankAccountId: operating, amountCents: 200_000, bankLineId: lines[0]?._id, payee: 'Tenant' }
      expectOk(await post(keeper, 'income', rent))
      const documentVersionId = await insertPaper(testApp, circleId, keeper)
      const bill = {
        person: keeper._id,
        account: 'repairs',
        amountCents: 4_500,
        day: '2025-01-15',
        payee: 'Locksmith',
        relatedMember: null,
      }
      const { outlayId } = expectOk(await post(keeper, 'outlay', { ...bill, documentVersionId })).data<{ outlayId: string }>()
      await stepUpFor(testApp, second, 'confirm_money')
      const { entryId } = expectOk(await post(second, `outlay/${outlayId}/confirm`, {})).data<{ entryId: string }>()
      const asked = expectOk(await post(keeper, `reversal/${entryId}`, { words: 'A slip' })).data<{ reversalId: string }>()
      await stepUpFor(testApp, second, 'confirm_money')
      expectOk(await post(second, `entry-reversal/${asked.reversalId}/confirm`))
      await stepUpFor(testApp, second, 'confirm_money')
      const balances = [{ bankAccountId: operating, typedCents: 200_000 }]
      const closed = expectOk(await post(second, 'month/2025-01/confirm', { balances }))
      expect(closed.data<BookMonth>().state).toBe('closed')
    }
  } finally {
    await testApp.close()
  }
})

test('G16: any request of someone silent counts as a sign of life, whatever it asks for and however it is answered', async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  try {
    const person = await testApp.seed.investor()
    const operations = (await operationsOf(testApp)).filter(({ path }) => /\/(?:app|admin|auth\/(?:whoami|session|passkey$))/.test(path))
    await testApp.call(person, 'GET', 'app/profile')
    const statuses = new Map<number, number>()
    for (const { name, method, path } of operations) {
      const away = await testApp.seed.signedInAgain(person)
      await passDaysAway(testApp, person, 61)
      await sql`insert into silences (id, user_id, since) values (${newId()}, ${person._id}, now() - interval '1 hour')`.execute(testApp.db)
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const { status } = await testApp.call(
        away,
        method,
        pathWith(path, () => newId()),
        body,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const open = await testApp.db.selectFrom('silences').select('id').where('ended_at', 'is', null).execute()
      expect([name, status, open]).toEqual([name, status, []])
    }
    console.log(`G16 ${operations.length} kinds of requests ended a silence: ${JSON.stringify([...statuses])}`)
  } finally {
    await testApp.close()
  }
})
