import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { emptySearch } from '#domain/search-url.ts'
import { invalidateFacts } from '#web/api/cache-rules.ts'
import {
  brokerCirclesQuery,
  circleQuery,
  holdingsQuery,
  membersQuery,
  myMembershipsQuery,
  myPropertiesQuery,
  propertiesQuery,
} from '#web/api/circles.ts'
import { acts, type Facts, factsOfLiveEvent } from '#web/api/facts.ts'
import { openCircleQuery } from '#web/api/open-circle.ts'
import { sessionQuery } from '#web/api/session.ts'
import { adminCircleQuery, adminMembersQuery, brokerOptionsQuery } from '#web/features/admin/circle.queries.ts'
import { listQuery } from '#web/features/admin/list.queries.ts'
import { brokerList, userList } from '#web/features/admin/users.queries.ts'
import { charterHistoryQuery, recordQueryOf } from '#web/features/deciding/deciding.queries.ts'
import { motionBasisQuery, motionQuery, motionsQuery, stageQuery } from '#web/features/deciding/motions.queries.ts'
import { ledgerQuery } from '#web/features/membership/ledger.queries.ts'
import { noticesQuery } from '#web/features/notices/notices.queries.ts'
import { circlesQuery } from '#web/features/search/search.queries.ts'
import { needsQuery } from '#web/shared/needs/needs.queries.ts'

const [here, elsewhere, me] = ['0a', '0b', '0c']
const table = { page: 1, pageSize: 10, search: '', sort: '' }

const keys = {
  grid: circlesQuery(emptySearch).queryKey,
  publicPage: openCircleQuery(here, true).queryKey,
  visitorsPage: openCircleQuery(here, false).queryKey,
  memberPage: circleQuery(here).queryKey,
  members: membersQuery(here).queryKey,
  holdings: holdingsQuery(here).queryKey,
  ledger: ledgerQuery(here).queryKey,
  properties: propertiesQuery(here).queryKey,
  rules: charterHistoryQuery(here).queryKey,
  record: recordQueryOf(here).queryKey,
  stage: stageQuery(here).queryKey,
  motions: motionsQuery(here).queryKey,
  motion: motionQuery(here, '0d').queryKey,
  motionBasis: motionBasisQuery(here).queryKey,
  myCircles: myMembershipsQuery(me).queryKey,
  myProperties: myPropertiesQuery(me).queryKey,
  myAssignments: brokerCirclesQuery(me).queryKey,
  myself: sessionQuery.queryKey,
  needs: needsQuery(me).queryKey,
  notices: noticesQuery(me).queryKey,
  adminCircle: adminCircleQuery(here).queryKey,
  adminMembers: adminMembersQuery(here).queryKey,
  adminUsers: listQuery(userList, table).queryKey,
  adminBrokers: listQuery(brokerList, table).queryKey,
  brokerOptions: brokerOptionsQuery.queryKey,
  otherMembers: membersQuery(elsewhere).queryKey,
  otherPage: circleQuery(elsewhere).queryKey,
} as const
type Name = keyof typeof keys
const names = Object.keys(keys) as Name[]

/** The cached queries that an act invalidates, with none of them on screen. */
async function invalidatedBy(facts: Facts): Promise<Name[]> {
  const queryClient = new QueryClient()
  for (const name of names) queryClient.getQueryCache().build(queryClient, { queryKey: keys[name] }).setData(name)
  await invalidateFacts(queryClient, facts)
  return names.filter((name) => queryClient.getQueryState(keys[name]) === undefined)
}

const everythingOfCircle: Name[] = [
  'publicPage',
  'visitorsPage',
  'memberPage',
  'members',
  'holdings',
  'ledger',
  'properties',
  'rules',
  'record',
  'stage',
  'motions',
  'motion',
  'motionBasis',
  'adminCircle',
  'adminMembers',
]
const wherever: Name[] = ['grid', 'myCircles', 'myProperties', 'myAssignments', 'needs']
const withNames: Name[] = [
  'members',
  'otherMembers',
  'adminMembers',
  'adminCircle',
  'brokerOptions',
  'adminUsers',
  'adminBrokers',
  'myself',
]

test.each(['circleCreated', 'circleEdited', 'circleDeleted', 'circleJoined', 'circleLeft', 'memberRemoved', 'brokersAssigned'] as const)(
  '%s: invalidates the circle’s pages, the grid and the dashboard, and no other circle',
  async (act) => {
    expect((await invalidatedBy(acts[act](here))).sort()).toEqual([...everythingOfCircle, ...wherever].sort())
  },
)

test.each(['profileSaved', 'personSaved', 'personVerified', 'addressChanged', 'brokerAdded'] as const)(
  '%s: invalidates every query that shows people’s names',
  async (act) => {
    const invalidated = await invalidatedBy(acts[act])
    expect(invalidated).toEqual(expect.arrayContaining(withNames))
    expect(invalidated).not.toContain('grid')
  },
)

test('deleting a person also invalidates all circles', async () => {
  const invalidated = await invalidatedBy(acts.personDeleted)
  expect(invalidated).toEqual(expect.arrayContaining([...withNames, ...everythingOfCircle, ...wherever, 'otherPage']))
})

test('a vote does not invalidate funding and lists', async () => {
  expect((await invalidatedBy(acts.voteCast(here))).sort()).toEqual(['myProperties', 'needs', 'properties', 'record', 'stage'])
})

test('a vote on a motion invalidates the motions, the stage line and the record; a closed motion also what it may have changed', async () => {
  expect((await invalidatedBy(acts.motionVotedOn(here))).sort()).toEqual(['motion', 'motionBasis', 'motions', 'needs', 'record', 'stage'])
  expect((await invalidatedBy(acts.motionClosed(here))).sort()).toEqual([...everythingOfCircle, ...wherever].sort())
})

test('reading a thread, agreeing to a charter and a notice invalidate what needs the person', async () => {
  expect((await invalidatedBy(acts.threadVisited)).sort()).toEqual(['needs', 'notices'])
  for (const facts of [
    acts.charterAccepted(here),
    acts.threadChanged(here),
    acts.waitingListChanged(here),
    factsOfLiveEvent('notices', null),
  ]) {
    expect(await invalidatedBy(facts)).toContain('needs')
  }
})

test('an id in capitals is the same circle', async () => {
  expect(await invalidatedBy(acts.circleJoined(here.toUpperCase()))).toContain('members')
})
