import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'
import { createVotingCircle, endVoteMinute, listing, readRecord } from '#server/testing/voting-circle.ts'
import { closeVotes } from './close-votes.ts'

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
      ['418 Alderstone Way is open again, because a vote was changed or taken back', 'vote', 'Olga Owner'],
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
    expect((await readRecord(testApp, owner, circle)).items.map(({ words }) => words)).toEqual([
      '418 Alderstone Way is open again, because more arcs are held now',
      '418 Alderstone Way passes, because fewer arcs are held now',
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
    expect(items[0]?.votes.find(({ arcs }) => arcs === 1)).toMatchObject({ name: 'Former member', preference: 'invest', reason: null })
    const { rows } = await sql<{ n: number }>`select count(*) as n from vote_reasons where reason like '%zebra%'`.execute(testApp.db)
    expect(rows[0]?.n).toBe(0)
    expect((await deciding(owner)).votes).toHaveLength(1)
  })

  test('cannot be changed, nor can history, charters and acceptances', async ({ testApp }) => {
    const { owner, members, vote } = await createVotingCircle(testApp, 1)
    await vote(owner, 'invest')
    await vote(members[0] as Person, 'invest')
    await endVoteMinute(testApp)
    await closeVotes(testApp.db, testApp.services.settings)
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
