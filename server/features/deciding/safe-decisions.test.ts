import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { RecordRow } from '#contract/deciding.ts'
import type { Property } from '#contract/properties.ts'
import { changeBeforeLock, untilSomeoneWaits } from '#server/testing/change-before-lock.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import {
  createVotingCircle,
  endVoteMinute,
  listing,
  passClosingDate,
  setClosingDateIn,
  setHoldingAge,
  type VotingCircle,
} from '#server/testing/voting-circle.ts'
import { closeVotes } from './close-votes.ts'

const hour = 60 * 60
const ahead = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const close = (testApp: TestApp, person: Person, property: Property, closesAt: unknown) =>
  testApp.call(person, 'PUT', `app/property/${property._id}/closing`, { closesAt })
const edit = (testApp: TestApp, person: Person, property: Property, body: object) =>
  testApp.call(person, 'PUT', `app/property/${property._id}`, body)
const read = async (testApp: TestApp, person: Person, { circle, property }: VotingCircle) =>
  (await testApp.call(person, 'GET', `app/property/${circle._id}?id=${property._id}`)).data<Property[]>()[0] as Property
const readRecord = async (testApp: TestApp, person: Person, circle: Circle) =>
  (await testApp.call(person, 'GET', `app/circle/${circle._id}/record?pageSize=200`)).data<{ items: RecordRow[] }>().items

describe('a closing date', () => {
  test('must be at least a day ahead, also when it is changed', async ({ testApp }) => {
    const { owner, property } = await createVotingCircle(testApp, 0)
    for (const [seconds, message] of [
      [-60, 'Choose a moment in the future'],
      [2, 'Choose a moment at least one day ahead, so that everyone has notice'],
      [23 * hour, 'Choose a moment at least one day ahead, so that everyone has notice'],
    ] as const) {
      const answer = await close(testApp, owner, property, ahead(seconds))
      expect([answer.status, answer.body.fields]).toEqual([400, [{ field: 'closesAt', message }]])
    }
    expect((await close(testApp, owner, property, ahead(72 * hour))).status).toBe(200)
    expect((await close(testApp, owner, property, ahead(2 * hour))).status).toBe(400)
    expect((await close(testApp, owner, property, ahead(25 * hour))).status).toBe(200)
  })

  test('needs the same notice when set in the property form', async ({ testApp }) => {
    const { owner, property } = await createVotingCircle(testApp, 0)
    expect((await edit(testApp, owner, property, { closesAt: ahead(hour) })).body.fields?.[0]?.field).toBe('closesAt')
    expect((await edit(testApp, owner, property, { closesAt: ahead(25 * hour) })).status).toBe(200)
  })

  test('moves to a day from now if address, price or link change within its last day, and says so', async ({ testApp }) => {
    for (const change of [{ address: '9 Other Street' }, { price: 900_000 }, { url: 'https://listings.example/other' }]) {
      const votingCircle = await createVotingCircle(testApp, 1)
      const [voter] = votingCircle.members as [Person]
      await votingCircle.vote(voter, 'invest')
      await close(testApp, votingCircle.owner, votingCircle.property, ahead(30 * hour))
      await setClosingDateIn(testApp, votingCircle.property._id, 2 * hour)
      const before = Date.now()
      expect((await edit(testApp, votingCircle.owner, votingCircle.property, change)).status).toBe(200)
      const { closesAt, movedAt } = await votingCircle.deciding(voter)
      expect(Date.parse(closesAt ?? '')).toBeGreaterThanOrEqual(before + 24 * hour * 1_000)
      expect(movedAt).not.toBeNull()
      expect((await readRecord(testApp, voter, votingCircle.circle))[0]).toMatchObject({ kind: 'closing_date', by: 'Olga Owner' })
      const { items } = (await testApp.call(voter, 'GET', 'app/notice')).data<{ items: { words: string }[] }>()
      expect(items[0]?.words).toMatch(/changed after you voted: please look again; voting closes later now$/)
    }
  })

  test('does not move if nothing that is voted on changes, or if it is far enough ahead', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 0)
    await close(testApp, votingCircle.owner, votingCircle.property, ahead(30 * hour))
    const { closesAt } = await votingCircle.deciding(votingCircle.owner)
    await edit(testApp, votingCircle.owner, votingCircle.property, { price: 700_000 })
    expect(await votingCircle.deciding(votingCircle.owner)).toMatchObject({ closesAt, movedAt: null })
    await setClosingDateIn(testApp, votingCircle.property._id, hour)
    const near = (await votingCircle.deciding(votingCircle.owner)).closesAt
    await edit(testApp, votingCircle.owner, votingCircle.property, { listingStatus: 'under_offer', price: 700_000 })
    expect(await votingCircle.deciding(votingCircle.owner)).toMatchObject({ closesAt: near, movedAt: null })
  })
})

describe('a property whose vote has closed', () => {
  test('is locked one millisecond later even if no job ran: neither votes nor details change', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 1)
    const { owner, property, circle } = votingCircle
    await votingCircle.vote(owner, 'invest')
    await close(testApp, owner, property, ahead(30 * hour))
    await passClosingDate(testApp, property._id, 1)
    const admin = await testApp.seed.admin()
    for (const change of [
      { address: '1 Swapped House' },
      { city: 'Elsewhere' },
      { price: 1 },
      { url: 'https://listings.example/swapped' },
      { listingImg: { imageUri: 'some-key' } },
    ]) {
      const answer = await edit(testApp, owner, property, change)
      expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('Voting on this property has closed')])
      expect((await testApp.call(admin, 'PUT', `admin/property/${property._id}`, change)).status).toBe(409)
    }
    expect((await votingCircle.vote(owner, 'veto')).status).toBe(409)
    expect((await close(testApp, owner, property, ahead(48 * hour))).status).toBe(409)
    expect((await edit(testApp, owner, property, { address: property.address, listingStatus: 'under_offer' })).status).toBe(200)
    const [closed] = await readRecord(testApp, owner, circle)
    expect(closed).toMatchObject({ kind: 'closed', property: { address: property.address, price: property.price } })
  })

  test('takes no vote that came in time but would be saved too late', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 0)
    const { owner, property } = votingCircle
    await votingCircle.vote(owner, 'veto')
    await close(testApp, owner, property, ahead(30 * hour))
    const late = await testApp.db.transaction().execute(async (tx) => {
      // Holds the vote up where it is saved, after it was checked that the date is ahead.
      await tx.selectFrom('pending_votes').select('id').where('property_id', '=', property._id).forUpdate().execute()
      const answer = votingCircle.vote(owner, 'invest')
      await untilSomeoneWaits(testApp)
      await passClosingDate(testApp, property._id)
      return { answer }
    })
    expect((await late.answer).body.code).toBe('voting_closed')
    expect((await votingCircle.deciding(owner)).standing).toMatchObject({ outcome: 'did_not_pass', invest: 0, veto: 3 })
  })

  test('keeps the tally and the votes of the closing time when people leave', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 2)
    const [leaver, other] = votingCircle.members as [Person, Person]
    for (const person of [votingCircle.owner, leaver]) await votingCircle.vote(person, 'invest')
    await votingCircle.vote(other, 'veto')
    await close(testApp, votingCircle.owner, votingCircle.property, ahead(30 * hour))
    await passClosingDate(testApp, votingCircle.property._id)
    const before = await read(testApp, other, votingCircle)
    expect((await testApp.call(leaver, 'DELETE', `app/circle-membership/${votingCircle.circle._id}`)).status).toBe(204)
    const after = await read(testApp, other, votingCircle)
    expect(after.tally).toEqual({ invest: 2, watchList: 0, veto: 1, total: 3, topChoice: 'invest' })
    expect(after.tally).toEqual(before.tally)
    expect(after.preferences).toHaveLength(3)
    expect(after.deciding?.standing).toMatchObject({ outcome: 'passed', of: 5 })
  })

  test('shows the recorded details, even if an earlier version allowed later changes', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 0)
    await votingCircle.vote(votingCircle.owner, 'invest')
    await close(testApp, votingCircle.owner, votingCircle.property, ahead(30 * hour))
    await passClosingDate(testApp, votingCircle.property._id)
    await closeVotes(testApp.db, testApp.services.settings)
    await testApp.db
      .updateTable('properties')
      .set({ address: '1 Swapped House', price: 1 })
      .where('id', '=', votingCircle.property._id)
      .execute()
    expect(await read(testApp, votingCircle.owner, votingCircle)).toMatchObject({ address: '418 Alderstone Way', price: 845_000 })
    const { items } = (await testApp.call(votingCircle.broker, 'GET', 'app/notice')).data<{ items: { words: string }[] }>()
    expect(items[0]?.words).toBe('418 Alderstone Way passed')
  })

  test('says that too few voted', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 4)
    await votingCircle.vote(votingCircle.owner, 'invest')
    await close(testApp, votingCircle.owner, votingCircle.property, ahead(30 * hour))
    await passClosingDate(testApp, votingCircle.property._id)
    const { standing } = await votingCircle.deciding(votingCircle.owner)
    expect(standing).toMatchObject({ outcome: 'too_few_voted', words: 'Did not pass: too few voted (3 of 7 arcs)' })
    await closeVotes(testApp.db, testApp.services.settings)
    expect((await readRecord(testApp, votingCircle.owner, votingCircle.circle))[0]?.words).toBe(
      '418 Alderstone Way did not pass: too few voted',
    )
  })
})

describe('a vote by someone who just bought arcs', () => {
  test('does not count: arcs held for less than a day at closing are excluded, and the page says how many', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 3)
    const { owner, members, circle, property } = votingCircle
    for (const person of [owner, ...members]) await votingCircle.vote(person, 'veto')
    await close(testApp, owner, property, ahead(30 * hour))
    await setHoldingAge(testApp, circle._id, [owner, ...members], 48 * hour)
    await setClosingDateIn(testApp, votingCircle.property._id, 5)
    const flash = await testApp.seed.investor()
    await testApp.call(flash, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 450_000 })
    const cast = await votingCircle.vote(flash, 'invest')
    expect(cast.data<{ standing: object }>().standing).toMatchObject({ of: 6, invest: 0, veto: 6, late: 6, state: 'open' })
    await passClosingDate(testApp, property._id, 1)
    expect((await testApp.call(flash, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(409)
    const { standing } = await votingCircle.deciding(owner)
    expect(standing).toMatchObject({ outcome: 'did_not_pass', of: 6, invest: 0, late: 6 })
    const ofFlash = { user: flash._id, preference: 'invest', arcs: 0, late: 6 }
    expect((await votingCircle.deciding(owner)).votes?.at(-1)).toMatchObject(ofFlash)
    await closeVotes(testApp.db, testApp.services.settings)
    expect((await votingCircle.deciding(owner)).standing).toMatchObject({ outcome: 'did_not_pass', of: 6, invest: 0, late: 6 })
    expect((await votingCircle.deciding(owner)).votes).toContainEqual(expect.objectContaining(ofFlash))
    const [closed] = await readRecord(testApp, owner, circle)
    expect(closed?.standing).toMatchObject({ late: 6, of: 6 })
    expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}/record?format=csv`)).text).toContain('"Came too late"')
  })

  test('counts with the arcs that they have held long enough', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 1)
    const [member] = votingCircle.members as [Person]
    await close(testApp, votingCircle.owner, votingCircle.property, ahead(30 * hour))
    await setHoldingAge(testApp, votingCircle.circle._id, [votingCircle.owner, member], 48 * hour)
    await setClosingDateIn(testApp, votingCircle.property._id, 5)
    await testApp.call(member, 'POST', `app/circle-membership/${votingCircle.circle._id}`, { investmentAmount: 150_000 })
    await votingCircle.vote(member, 'invest')
    expect((await votingCircle.deciding(member)).standing).toMatchObject({ of: 4, invest: 1, late: 2 })
  })

  test('counts at once if there is no closing date', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 1)
    await votingCircle.vote(votingCircle.members[0] as Person, 'invest')
    expect((await votingCircle.deciding(votingCircle.owner)).standing).toMatchObject({ of: 4, invest: 1, late: 0 })
  })
})

describe('someone who votes forty times in a second', () => {
  const rowsOf = async (testApp: TestApp, { property }: VotingCircle) => ({
    history: await testApp.db
      .selectFrom('vote_history')
      .select('preference')
      .where('property_id', '=', property._id)
      .orderBy('at')
      .execute(),
    record: await testApp.db.selectFrom('decision_record').select('state').where('property_id', '=', property._id).orderBy('at').execute(),
  })

  test('adds one row of history per minute, with the last vote, and hardly more to the record', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 0)
    const minuteNow = () => Math.floor(Date.now() / 60_000)
    const begun = minuteNow()
    for (let turn = 0; turn < 20; turn++) {
      await votingCircle.vote(votingCircle.owner, 'invest')
      await votingCircle.vote(votingCircle.owner, 'veto', { reason: `Turn ${turn}` })
    }
    // One, unless the minute ended during the run.
    const minutes = minuteNow() - begun + 1
    await endVoteMinute(testApp)
    await closeVotes(testApp.db, testApp.services.settings)
    const { history, record } = await rowsOf(testApp, votingCircle)
    expect(history.length).toBeLessThanOrEqual(minutes)
    expect(history.at(-1)).toEqual({ preference: 'veto' })
    expect(record.length).toBeLessThanOrEqual(minutes + 1)
    expect(record.at(-1)).toEqual({ state: 'open' })
    const { votes } = await votingCircle.deciding(votingCircle.owner)
    expect(votes).toMatchObject([{ preference: 'veto', reason: 'Turn 19' }])
  })

  test('is refused after a few hundred votes', async () => {
    const testApp = await startTestApp()
    const votingCircle = await createVotingCircle(testApp, 0)
    await testApp.db
      .insertInto('rate_counters')
      .values({ name: 'vote_account', subject: votingCircle.owner._id, window_ends_at: new Date(Date.now() + 600_000), count: 300 })
      .execute()
    expect((await votingCircle.vote(votingCircle.owner, 'invest')).status).toBe(429)
    await testApp.close()
  })
})

describe('someone who is removed between check and act', () => {
  test.for([
    ['changes no property', 'PUT', (votingCircle: VotingCircle) => `app/property/${votingCircle.property._id}`, { price: 1 }],
    ['adds none', 'POST', () => 'app/property', listing],
  ] as const)('%s', async ([, method, path, body], { testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 1)
    const [member] = votingCircle.members as [Person]
    await testApp.db.updateTable('properties').set({ uploaded_by: member._id }).where('id', '=', votingCircle.property._id).execute()
    const answer = await changeBeforeLock(
      testApp,
      votingCircle.circle._id,
      () => testApp.call(member, method, path(votingCircle), { ...body, ...(method === 'POST' && { circle: votingCircle.circle._id }) }),
      (tx) => tx.updateTable('memberships').set({ ended_at: sql<Date>`now()` }).where('user_id', '=', member._id).execute(),
    )
    expect(answer.status).toBe(403)
    expect((await read(testApp, votingCircle.owner, votingCircle)).price).toBe(845_000)
  })

  test('cannot set a closing date as the former owner', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 0)
    const answer = await changeBeforeLock(
      testApp,
      votingCircle.circle._id,
      () => close(testApp, votingCircle.owner, votingCircle.property, ahead(30 * hour)),
      (tx) => tx.updateTable('memberships').set({ is_owner: false }).where('user_id', '=', votingCircle.owner._id).execute(),
    )
    expect(answer.status).toBe(403)
  })
})

test('the record export is complete, however long it is', async ({ testApp }) => {
  const { owner, circle, property } = await createVotingCircle(testApp, 0)
  await sql`insert into decision_record (id, circle_id, property_id, kind, cause, charter_version, count_by, threshold, quorum, veto_blocks, address, price, state, at)
    select gen_random_uuid(), ${circle._id}::uuid, ${property._id}::uuid, 'outcome', 'vote', 1, 'arcs', 50, 50, false, 'Row ' || n, 1, 'open',
      now() + n * interval '1 second' from generate_series(1, 1203) n`.execute(testApp.db)
  const { text } = await testApp.call(owner, 'GET', `app/circle/${circle._id}/record?format=csv`)
  const rows = text.split('\r\n').filter((line) => line.includes('"Row '))
  expect(rows.map((line) => /"Row (\d+)"/.exec(line)?.[1])).toEqual(Array.from({ length: 1203 }, (_, index) => String(index + 1)))
})
