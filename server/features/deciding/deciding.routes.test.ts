import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Export } from '#contract/export.ts'
import { exportOf } from '#server/testing/export-data.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'
import { createVotingCircle, endVoteMinute } from '#server/testing/voting-circle.ts'

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
  const data = (await exportOf(testApp, member)).data<Export>()
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
