import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Charter, RecordRow } from '#contract/deciding.ts'
import type { Export } from '#contract/export.ts'
import type { Property } from '#contract/properties.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, endVoteMinute, listing, passClosingDate } from '#server/testing/voting-circle.ts'
import { closeVotes } from './close-votes.ts'

const readRecord = async (testApp: TestApp, person: Person, circle: Circle, query = '') =>
  (await testApp.call(person, 'GET', `app/circle/${circle._id}/record${query}`)).data<{ items: RecordRow[]; total: number }>()
const tomorrow = () => new Date(Date.now() + 26 * 60 * 60 * 1_000).toISOString()
const close = (testApp: TestApp, person: Person, property: Property, closesAt: unknown) =>
  testApp.call(person, 'PUT', `app/property/${property._id}/closing`, { closesAt })

describe('a vote', () => {
  test('has a reason that members can read and brokers cannot', async ({ testApp }) => {
    const { owner, members, broker, vote, deciding } = await createVotingCircle(testApp, 1)
    const said = '<b>Roof</b> is new & cheap'
    const answer = await vote(owner, 'invest', { reason: `  ${said} ` })
    expect(answer.data()).toMatchObject({ preference: 'invest', reason: said, invest: 1, standing: { voted: 3, of: 4 } })
    const { votes, standing } = await deciding(members[0] as Person)
    expect(votes).toMatchObject([
      { user: owner._id, name: 'Olga Owner', arcs: 3, preference: 'invest', reason: said, isChanged: false, history: [] },
    ])
    expect(standing).toMatchObject({ state: 'passes', words: '3 of 4 arcs voted; passes with 3 to invest' })
    const seen = await deciding(broker)
    expect(seen.votes).toBeUndefined()
    expect(seen.standing.words).toBe(standing.words)
    expect((await vote(owner, 'invest', { reason: 'x'.repeat(281) })).body.fields).toEqual([
      { field: 'reason', message: 'Please use at most 280 characters' },
    ])
    expect((await vote(owner, 'invest', { reason: '🏠'.repeat(140) })).status).toBe(200)
  })

  test('is marked when changed, with its earlier values; a reason belongs to its vote', async ({ testApp }) => {
    const { owner, vote, deciding } = await createVotingCircle(testApp, 0)
    await vote(owner, 'invest', { reason: 'Good street' })
    await vote(owner, 'invest')
    expect((await deciding(owner)).votes).toMatchObject([{ reason: 'Good street', isChanged: false, history: [] }])
    await endVoteMinute(testApp)
    await vote(owner, 'veto')
    await endVoteMinute(testApp)
    await vote(owner, 'watchList', { reason: 'Wait for the survey' })
    const [shown] = (await deciding(owner)).votes ?? []
    expect(shown).toMatchObject({
      preference: 'watchList',
      reason: 'Wait for the survey',
      isChanged: true,
      history: [
        { preference: 'invest', reason: 'Good street' },
        { preference: 'veto', reason: null },
      ],
    })
    await endVoteMinute(testApp)
    await vote(owner, 'watchList', { reason: '' })
    expect((await deciding(owner)).votes?.[0]?.reason).toBeNull()
    await vote(owner, 'none')
    expect((await deciding(owner)).votes).toEqual([])
  })

  test('stays when the property changes, and its voter is asked to look again until they vote again', async ({ testApp }) => {
    const { owner, members, property, vote, deciding } = await createVotingCircle(testApp, 1)
    const [voter] = members as [Person]
    const change = (body: object) => testApp.call(owner, 'PUT', `app/property/${property._id}`, body)
    await change({ price: 850_000 })
    await vote(voter, 'invest', { reason: 'At that price' })
    expect((await deciding(voter)).changedSinceVote).toEqual([])
    await change({ listingStatus: 'under_offer' })
    await change({ price: 910_000, address: '420 Alderstone Way', url: 'https://listings.example/420' })
    const { changedSinceVote } = await deciding(voter)
    expect(changedSinceVote.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['price', '850000', '910000'],
      ['address', '418 Alderstone Way, Denver, CO 80205', '420 Alderstone Way, Denver, CO 80205'],
      ['url', 'https://listings.example/418', 'https://listings.example/420'],
    ])
    expect((await deciding(owner)).changedSinceVote).toEqual([])
    await vote(voter, 'invest')
    const after = await deciding(voter)
    expect([after.changedSinceVote, after.votes?.[0]?.reason, after.votes?.[0]?.isChanged]).toEqual([[], 'At that price', false])
  })

  test('older than the history is added to it when it changes', async ({ testApp }) => {
    const { owner, property, vote, deciding } = await createVotingCircle(testApp, 0)
    await testApp.db.insertInto('preferences').values({ property_id: property._id, user_id: owner._id, preference: 'veto' }).execute()
    await vote(owner, 'invest')
    expect((await deciding(owner)).votes).toMatchObject([{ isChanged: true, history: [{ preference: 'veto', reason: null }] }])
  })
})

describe('rules', () => {
  const setRules = (testApp: TestApp, person: Person, circle: Circle, rules: object) =>
    testApp.call(person, 'PUT', `app/circle/${circle._id}/rules`, rules)

  test('are public before joining, set by the owner only, and versioned', async ({ testApp }) => {
    const { owner, members, circle } = await createVotingCircle(testApp, 1)
    const shown = (await testApp.call(null, 'GET', `public/circle/${circle._id}`)).data<Circle>().charter
    expect(shown).toMatchObject({ version: 1, rules: { countBy: 'arcs', threshold: 50, quorum: 50, vetoBlocks: false } })
    expect(shown?.clauses.length).toBeGreaterThan(5)
    expect((await setRules(testApp, members[0] as Person, circle, { quorum: 60 })).status).toBe(403)
    for (const bad of [
      { threshold: 100 },
      { threshold: 0 },
      { quorum: 101 },
      { quorum: 0.5 },
      { countBy: 'dollars' },
      { vetoBlocks: 'yes' },
    ]) {
      expect([bad, (await setRules(testApp, owner, circle, bad)).status]).toEqual([bad, 400])
    }
    expect((await setRules(testApp, owner, circle, { threshold: 50 })).data<Charter>().version).toBe(1)
    const changed = await setRules(testApp, owner, circle, { countBy: 'people', vetoBlocks: true })
    expect(changed.data<Charter>()).toMatchObject({ version: 2, rules: { countBy: 'people', threshold: 50, quorum: 50, vetoBlocks: true } })
    const { charter } = (await testApp.call(null, 'GET', `public/circle/${circle._id}`)).data<Circle>()
    expect(charter?.clauses[2]?.text).toContain('A single veto blocks')
    expect((await readRecord(testApp, owner, circle)).items[0]).toMatchObject({ kind: 'rules', by: 'Olga Owner', rules: { version: 2 } })
  })

  test('are not in lists of circles', async ({ testApp }) => {
    const { circle } = await createVotingCircle(testApp, 0)
    for (const path of ['public/circle', 'public/circle?page=1&pageSize=50']) {
      const data = (await testApp.call(null, 'GET', path)).data<Circle[] | { items: Circle[] }>()
      const found = (Array.isArray(data) ? data : data.items).find(({ _id }) => _id === circle._id)
      expect([path, found && 'charter' in found]).toEqual([path, false])
    }
  })

  test('cannot change while an open property has votes, and can once it is closed', async ({ testApp }) => {
    const { owner, circle, property, vote } = await createVotingCircle(testApp, 0)
    await vote(owner, 'invest')
    const refused = await setRules(testApp, owner, circle, { quorum: 60 })
    expect([refused.status, refused.body.error]).toEqual([409, 'The rules cannot change while an open property has votes.'])
    await close(testApp, owner, property, tomorrow())
    await passClosingDate(testApp, property._id)
    expect((await setRules(testApp, owner, circle, { quorum: 60 })).status).toBe(200)
  })

  test('are accepted by every buyer in the current version', async ({ testApp }) => {
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const [early, late] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const join = (person: Person, charterVersion?: unknown) =>
      testApp.call(person, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000, charterVersion })
    const acceptedBy = async (person: Person) =>
      (await testApp.call(person, 'GET', `app/circle/${circle._id}/charter`)).data<{
        accepted: { version: number } | null
        versions: Charter[]
      }>()
    expect((await acceptedBy(early)).accepted).toBeNull()
    expect((await join(early, 1)).status).toBe(200)
    await setRules(testApp, owner, circle, { threshold: 66 })
    const stale = await join(late, 1)
    expect([stale.status, stale.body.error]).toEqual([
      409,
      'The circle’s rules have changed meanwhile. Please read them again before you join.',
    ])
    expect((await join(late, 'two')).status).toBe(400)
    expect((await join(late, 2)).status).toBe(200)
    expect((await acceptedBy(early)).accepted).toMatchObject({ version: 1 })
    const told = await acceptedBy(late)
    expect([told.accepted?.version, told.versions.map(({ version, rules }) => [version, rules.threshold])]).toEqual([
      2,
      [
        [2, 66],
        [1, 50],
      ],
    ])
    expect((await join(early)).status).toBe(200)
    expect((await acceptedBy(early)).accepted).toMatchObject({ version: 2 })
  })
})

describe('a closing date', () => {
  test('is set by owner, broker and administrator, not by a member, and must be ahead', async ({ testApp }) => {
    const { owner, members, broker, circle, property } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    const date = tomorrow()
    for (const person of [owner, broker, await testApp.seed.admin()]) {
      expect((await close(testApp, person, property, date)).data()).toMatchObject({ closesAt: date, isClosed: false })
    }
    expect((await close(testApp, member, property, date)).status).toBe(403)
    expect((await close(testApp, await testApp.seed.investor(), property, date)).status).toBe(403)
    const past = await close(testApp, owner, property, '2020-01-01T00:00:00.000Z')
    expect([past.status, past.body.fields?.[0]?.field]).toEqual([400, 'closesAt'])
    for (const bad of ['soon', 5, undefined, '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', ''])
      expect((await close(testApp, owner, property, bad)).status).toBe(400)
    expect((await close(testApp, owner, property, null)).data()).toMatchObject({ closesAt: null })
    const own = { ...listing, circle: circle._id, closesAt: date }
    expect((await testApp.call(member, 'POST', 'app/property', own)).status).toBe(403)
    const brought = (await testApp.call(broker, 'POST', 'app/property', own)).data<Property>()
    const shown = (await testApp.call(member, 'GET', `app/property/${circle._id}?id=${brought._id}`)).data<Property[]>()
    expect(shown[0]?.deciding?.closesAt).toBe(date)
    const { items } = await readRecord(testApp, owner, circle, `?property=${property._id}`)
    expect(items.map(({ kind }) => kind)).toEqual(['closing_date', 'closing_date'])
  })

  test('freezes the outcome, whether or not the job has run', async ({ testApp }) => {
    const { owner, members, circle, property, vote, deciding } = await createVotingCircle(testApp, 2)
    const [first, second] = members as [Person, Person]
    await close(testApp, owner, property, tomorrow())
    await vote(owner, 'invest', { reason: 'Yes' })
    await vote(first, 'veto')
    await passClosingDate(testApp, property._id)

    const late = await vote(second, 'invest')
    expect([late.status, late.body.error]).toEqual([409, 'Voting on this property has closed.'])
    expect((await vote(first, null)).status).toBe(409)
    expect((await deciding(owner)).standing.words).toBe('Passed: 3 of 5 arcs to invest, 4 voted')
    expect((await testApp.call(first, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(204)
    await testApp.call(second, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 525_000 })
    await closeVotes(testApp.db)
    await closeVotes(testApp.db)
    const told = await deciding(owner)
    expect([told.isClosed, told.standing.words]).toEqual([true, 'Passed: 3 of 5 arcs to invest, 4 voted'])
    expect(told.votes?.map(({ name, preference, reason }) => [name, preference, reason]).sort()).toEqual([
      ['Mia Member', 'veto', null],
      ['Olga Owner', 'invest', 'Yes'],
    ])
    const { items } = await readRecord(testApp, owner, circle)
    expect(items.map(({ kind, words, by }) => [kind, words, by])).toEqual([
      ['closed', '418 Alderstone Way passed', null],
      ['outcome', '418 Alderstone Way passes', 'Olga Owner'],
      ['closing_date', expect.stringContaining('418 Alderstone Way closes on'), 'Olga Owner'],
    ])
    expect((await close(testApp, owner, property, tomorrow())).status).toBe(409)
  })

  test('is handled once by parallel jobs of several processes', async ({ testApp }) => {
    const { owner, circle, property, vote } = await createVotingCircle(testApp, 0)
    await vote(owner, 'invest')
    await close(testApp, owner, property, tomorrow())
    await passClosingDate(testApp, property._id)
    await Promise.all([closeVotes(testApp.db), closeVotes(testApp.db), closeVotes(testApp.db)])
    expect((await readRecord(testApp, owner, circle)).items.filter(({ kind }) => kind === 'closed')).toHaveLength(1)
  })
})

describe('the decision record', () => {
  test('contains who, when, the rule, the tallies and everyone’s vote and reason at that moment', async ({ testApp }) => {
    const { owner, members, broker, circle, vote } = await createVotingCircle(testApp, 2, ['Ann', 'Ben'])
    const [ann] = members as [Person, Person]
    await vote(ann, 'watchList', { reason: '=1+1' })
    await vote(owner, 'invest', { reason: 'Solid' })
    await endVoteMinute(testApp)
    await vote(owner, 'veto', { reason: 'Not after the survey' })
    const { items, total } = await readRecord(testApp, ann, circle)
    expect(total).toBe(2)
    expect(items.map(({ words, cause, by }) => [words, cause, by])).toEqual([
      ['418 Alderstone Way is open again', 'vote', 'Olga Owner'],
      ['418 Alderstone Way passes', 'vote', 'Olga Owner'],
    ])
    expect(items[1]).toMatchObject({
      property: { address: '418 Alderstone Way', price: 845_000 },
      rules: { version: 1, countBy: 'arcs', threshold: 50, quorum: 50, vetoBlocks: false },
      standing: { state: 'passes', of: 5, voted: 4, invest: 3, watchList: 1, veto: 0, words: '4 of 5 arcs voted; passes with 3 to invest' },
    })
    expect(items[1]?.votes.map(({ name, arcs, preference, reason }) => [name, arcs, preference, reason])).toEqual([
      ['Olga Owner', 3, 'invest', 'Solid'],
      ['Ann Member', 1, 'watchList', '=1+1'],
      ['Ben Member', 1, null, null],
    ])
    const csv = await testApp.call(ann, 'GET', `app/circle/${circle._id}/record?format=csv`)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.text).toContain('"Ann Member","1","Watch List","\'=1+1"')
    expect(csv.text).toContain('"Ben Member","1","Not voted",""')
    expect(csv.text.indexOf('passes"')).toBeLessThan(csv.text.indexOf('is open again'))
    expect((await readRecord(testApp, ann, circle, '?page=2&pageSize=1')).items[0]?._id).toBe(items[1]?._id)
    expect((await testApp.call(broker, 'GET', `app/circle/${circle._id}/record`)).status).toBe(403)
    expect((await testApp.call(await testApp.seed.investor(), 'GET', `app/circle/${circle._id}/record`)).status).toBe(403)
    expect((await testApp.call(await testApp.seed.admin(), 'GET', `app/circle/${circle._id}/record`)).status).toBe(200)
  })

  test('follows people who join, leave and are removed during a vote', async ({ testApp }) => {
    const { owner, members, circle, property, vote } = await createVotingCircle(testApp, 4)
    await vote(owner, 'invest')
    const outcomes = async () =>
      (await readRecord(testApp, owner, circle)).items.map(({ standing, cause }) => [standing?.state, standing?.of, cause])
    expect(await outcomes()).toEqual([])
    const [leaver, removed] = members as [Person, Person]
    await vote(leaver, 'veto')
    await endVoteMinute(testApp)
    await testApp.call(leaver, 'DELETE', `app/circle-membership/${circle._id}`)
    expect(await outcomes()).toEqual([])
    const membership = await testApp.db.selectFrom('memberships').select('id').where('user_id', '=', removed._id).executeTakeFirstOrThrow()
    await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/circle-membership/${membership.id}`)
    expect(await outcomes()).toEqual([['passes', 5, 'removed']])
    const newcomer = await testApp.seed.investor()
    await testApp.call(newcomer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    expect(await outcomes()).toEqual([
      ['open', 6, 'joined'],
      ['passes', 5, 'removed'],
    ])
    const history = await testApp.db
      .selectFrom('votes_cast')
      .select('preference')
      .where('property_id', '=', property._id)
      .where('user_id', '=', leaver._id)
      .orderBy('at')
      .execute()
    expect(history.map(({ preference }) => preference)).toEqual(['veto', null])
  })

  test('counts changed terms of a circle that nobody else has joined', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    const property = (await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<Property>()
    await testApp.call(owner, 'PUT', `app/property-preference/${property._id}`, { preference: 'invest' })
    const terms = { totalTargetSize: 900_000, minimumShareSize: '1/6', ownerInvestmentAmount: 150_000 }
    expect((await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { investmentCriteria: terms })).status).toBe(200)
    const [shown] = (await testApp.call(owner, 'GET', `app/property/${circle._id}`)).data<Property[]>()
    expect(shown?.deciding?.standing).toMatchObject({ state: 'passes', of: 1 })
  })

  test('keeps a deleted person’s votes without their name and reasons', async ({ testApp }) => {
    const { owner, members, circle, vote, deciding } = await createVotingCircle(testApp, 1, ['Zebedee'])
    const [gone] = members as [Person]
    await vote(gone, 'invest', { reason: 'My zebra likes it' })
    await vote(owner, 'invest')
    expect((await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/user/${gone._id}`)).status).toBe(204)
    const { items } = await readRecord(testApp, owner, circle)
    expect(items[0]?.votes.find(({ arcs }) => arcs === 1)).toEqual({ name: 'Former member', arcs: 1, preference: 'invest', reason: null })
    const { rows } = await sql<{ n: number }>`select count(*) as n from vote_reasons where reason like '%zebra%'`.execute(testApp.db)
    expect(rows[0]?.n).toBe(0)
    expect((await deciding(owner)).votes).toHaveLength(1)
  })

  test('cannot be changed, nor can history, charters and acceptances', async ({ testApp }) => {
    const { owner, members, vote } = await createVotingCircle(testApp, 1)
    await vote(owner, 'invest')
    await vote(members[0] as Person, 'invest')
    await endVoteMinute(testApp)
    await closeVotes(testApp.db)
    for (const table of ['decision_record', 'record_votes', 'vote_history', 'charters', 'charter_acceptances']) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(testApp.db)
      expect([table, (rows[0]?.n ?? 0) > 0]).toEqual([table, true])
      const column = table === 'charters' ? 'quorum = 1' : table === 'charter_acceptances' ? 'version = 9' : 'preference = null'
      const change = table === 'decision_record' ? 'voted = 0' : column
      await expect(sql.raw(`update ${table} set ${change}`).execute(testApp.db)).rejects.toThrow('append-only')
      await expect(sql.raw(`delete from ${table}`).execute(testApp.db)).rejects.toThrow('append-only')
      await expect(sql.raw(`truncate ${table} cascade`).execute(testApp.db)).rejects.toThrow('append-only')
    }
  })
})

test('reasons and posts are in the data export and are deleted with the person', async ({ testApp }) => {
  const { owner, members, property, circle, vote } = await createVotingCircle(testApp, 1)
  const [member] = members as [Person]
  const key = { 'idempotency-key': 'once' }
  const cast = () => testApp.call(member, 'PUT', `app/property-preference/${property._id}`, { preference: 'veto', reason: 'Quokka' }, key)
  expect((await cast()).text).toBe((await cast()).text)
  await endVoteMinute(testApp)
  await vote(member, 'invest')
  await testApp.call(member, 'POST', `app/property/${property._id}/thread`, { text: 'Is there a quokka?' }, key)
  await vote(owner, 'invest')
  const data = (await testApp.call(member, 'GET', 'app/export')).data<Export>()
  expect(data.voteHistory).toMatchObject([
    { property: property._id, preference: 'veto', reason: 'Quokka', circleTitle: 'Larkspur Terrace' },
    { preference: 'invest', reason: null },
  ])
  expect(data.posts).toMatchObject([{ text: 'Is there a quokka?', address: '418 Alderstone Way' }])
  expect(data.charters).toMatchObject([{ circle: circle._id, version: 1 }])
  expect(data.notices.map(({ words }) => words)).toContain('418 Alderstone Way was brought to Larkspur Terrace')
  expect(data.digest).toBe('weekly')

  expect((await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/user/${member._id}`)).status).toBe(204)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    testApp.db,
  )
  for (const { name } of rows) {
    const found = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)} t where t::text ilike '%quokka%'`.execute(
      testApp.db,
    )
    expect([name, found.rows[0]?.n]).toEqual([name, 0])
  }
})
