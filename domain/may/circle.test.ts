import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  belongsToCircle,
  type CircleFacts,
  circleRelation,
  isAssignedTo,
  type MayInCircle,
  mayDecide,
  mayHandOver,
  mayManageCircle,
  mayReadDecisions,
  mayReadDocuments,
  mayReadInside,
  mayReadMoney,
  mayReadMotions,
  mayReadOwn,
  mayReadRecord,
  maySeeCircle,
  mayUseWhereToPay,
  membershipOf,
} from './circle.ts'
import { noPermissions, ofEachPermission } from './person.ts'
import { mayBringCopy, mayEditProperty, mayMoveClosingDate, maySetClosingDate } from './property.ts'
import { mayReport, type ReportedPlace } from './report.ts'

const outsider: CircleFacts = { membership: null, isAssignedBroker: false, permissions: noPermissions }
const people: Record<string, CircleFacts> = {
  outsider,
  invited: { ...outsider, hasInvite: true },
  member: { ...outsider, membership: { isOwner: false } },
  owner: { ...outsider, membership: { isOwner: true } },
  former: { ...outsider, wasMember: true },
  broker: { ...outsider, isAssignedBroker: true },
  'member and broker': { ...outsider, membership: { isOwner: false }, isAssignedBroker: true },
  administrator: { ...outsider, permissions: { ...noPermissions, isAdmin: true } },
}

const yes = true
const no = false
const table = [
  // who, is member, is owner, belongs, is insider, sees a hidden circle, sets closing dates, edits own property, edits any property
  ['outsider', no, no, no, no, no, no, no, no],
  ['invited', no, no, no, no, yes, no, no, no],
  ['member', yes, no, yes, yes, yes, no, yes, no],
  ['owner', yes, yes, yes, yes, yes, yes, yes, yes],
  ['broker', no, no, yes, yes, yes, yes, yes, yes],
  ['member and broker', yes, no, yes, yes, yes, yes, yes, yes],
  ['administrator', no, no, no, yes, yes, no, no, no],
] as const

describe('who a person is in a circle', () => {
  test.each(table)('%s', (who, ...expected) => {
    const relation = circleRelation(people[who] ?? outsider)
    expect([
      relation.isMember,
      relation.isOwner,
      belongsToCircle(relation),
      mayReadInside(relation),
      maySeeCircle(relation, { isHidden: true }),
      maySetClosingDate(relation),
      mayEditProperty(relation, true),
      mayEditProperty(relation, false),
    ]).toEqual(expected)
    expect(maySeeCircle(relation, { isHidden: false })).toBe(true)
  })
})

test('money, motions, where to pay and votes are for members only; the record also for administrators', () => {
  const who = (may: MayInCircle) => Object.keys(people).filter((name) => may(circleRelation(people[name] ?? outsider)))
  const members = ['member', 'owner', 'member and broker']
  for (const may of [mayReadMotions, mayReadMoney, mayDecide, mayUseWhereToPay]) expect(who(may)).toEqual(members)
  expect(who(mayReadRecord)).toEqual([...members, 'administrator'])
  expect(who(mayReadDecisions)).toEqual(['member', 'owner', 'former', 'member and broker', 'administrator'])
  expect(who(mayReadOwn)).toEqual(['member', 'owner', 'former', 'member and broker'])
  expect(circleRelation({ ...outsider, membership: { isOwner: false }, wasMember: true }).isFormer).toBe(false)
  expect(who(mayReadDocuments)).toEqual(['member', 'owner', 'broker', 'member and broker'])
  expect(who(mayManageCircle)).toEqual(['owner'])
  expect(who(mayHandOver)).toEqual(['owner', 'administrator'])
  expect(who(mayMoveClosingDate)).toEqual(['owner', 'broker', 'member and broker', 'administrator'])
  expect(who(mayBringCopy)).toEqual(['broker', 'member and broker'])
})

test.each<[ReportedPlace, boolean, readonly string[]]>([
  ['circle', false, Object.keys(people)],
  ['circle', true, ['invited', 'member', 'owner', 'broker', 'member and broker', 'administrator']],
  ['inside', true, ['member', 'owner', 'broker', 'member and broker', 'administrator']],
  ['motion', true, ['member', 'owner', 'member and broker']],
  ['conversation', true, ['member', 'owner', 'broker', 'member and broker']],
  ['open_question', false, ['owner']],
  ['answered_question', true, ['invited', 'member', 'owner', 'broker', 'member and broker', 'administrator']],
  ['answered_question', false, Object.keys(people)],
])('%s of a circle, hidden: %s, is reported by those who see it', (place, isHidden, names) => {
  const may = Object.keys(people).filter((name) => mayReport(place, { ...circleRelation(people[name] ?? outsider), isHidden }))
  expect(may).toEqual(names)
})

const anyFacts = fc.record({
  membership: fc.option(fc.record({ isOwner: fc.boolean() })),
  isAssignedBroker: fc.boolean(),
  hasInvite: fc.boolean(),
  permissions: fc.record(ofEachPermission(() => fc.boolean())),
})

test('another role never takes a right away', () => {
  const rightsOf = (facts: CircleFacts) => {
    const relation = circleRelation(facts)
    return [
      belongsToCircle(relation),
      mayReadInside(relation),
      maySeeCircle(relation, { isHidden: true }),
      maySetClosingDate(relation),
      mayEditProperty(relation, true),
      mayEditProperty(relation, false),
    ]
  }
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const rights = rightsOf(facts)
      const more = [
        { ...facts, membership: { isOwner: true } },
        { ...facts, isAssignedBroker: true },
        { ...facts, hasInvite: true },
        { ...facts, permissions: { ...noPermissions, isAdmin: true } },
      ]
      for (const added of more) rightsOf(added).forEach((has, index) => void expect(has || !rights[index]).toBe(true))
    }),
  )
})

test('the owner is defined by membership, not by who created the circle', () => {
  const members = [{ isOwner: false, user: { _id: 'maker' } }, { isOwner: true, user: { _id: 'successor' } }, { isOwner: false }]
  const isOwner = (person: string) => circleRelation({ ...outsider, membership: membershipOf(members, person) }).isOwner
  expect(['maker', 'successor', 'stranger'].map(isOwner)).toEqual([false, true, false])
})

test('a broker is assigned alone or as one of a team', () => {
  const circle = { assignedBrokers: [{ _id: 'first' }, {}], exclusiveAssignedBroker: { _id: 'only' } }
  expect(['first', 'only', 'other'].map((person) => isAssignedTo(circle, person))).toEqual([true, true, false])
  expect(isAssignedTo({ assignedBrokers: [], exclusiveAssignedBroker: null }, 'first')).toBe(false)
})
