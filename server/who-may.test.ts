import { beforeAll, describe, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circlePlaceFor } from '#contract/gates.ts'
import {
  belongsToCircle,
  type CircleRelation,
  circleRelation,
  isAssignedTo,
  isFormerMember,
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
  mayWriteInConversation,
  membershipOf,
} from '#domain/may/circle.ts'
import { mayAddProperty } from '#domain/may/property.ts'
import { newId } from './db/ids.ts'
import { createMotionCircle, inDays } from './testing/motion-circle.ts'
import type { Person } from './testing/seed.ts'
import { type Method, startTestApp, type TestApp } from './testing/test-app.ts'

const roles = ['owner', 'member', 'former', 'broker', 'otherBroker', 'outsider', 'admin'] as const
type Role = (typeof roles)[number]

type Act = { readonly name: string; readonly may: MayInCircle; readonly method: Method; readonly path: string; readonly body?: object }

/** What is asked of the API for each rule; `:id` is the circle. Whatever is refused for another reason than who asks counts as permitted. */
const acts: readonly Act[] = [
  ...['circle/:id/stage', 'property/:id', 'circle/:id/conversation'].map((path) => read('reads inside', mayReadInside, path)),
  read('reads the ledger', mayReadRecord, 'ledger/:id'),
  read('reads decisions', mayReadDecisions, 'circle/:id/record'),
  ...['statement/:id', 'distribution/:id'].map((path) => read('reads what is their own', mayReadOwn, path)),
  read('reads what stays to who left', isFormerMember, 'past-circle/:id'),
  read('reads motions', mayReadMotions, 'motion/:id'),
  ...['call/:id', 'book/:id/entries'].map((path) => read('reads money', mayReadMoney, path)),
  read('reads documents', mayReadDocuments, 'document/:id'),
  read('reads where to pay', mayUseWhereToPay, 'where-to-pay/:id'),
  read('manages', mayManageCircle, 'circle/:id/invite'),
  {
    name: 'proposes a motion',
    may: mayDecide,
    method: 'POST',
    path: 'motion/:id',
    body: { title: 'Paint the fence', text: 'It is time.', facts: { kind: 'general' }, closesAt: inDays(3) },
  },
  {
    name: 'hands over',
    may: mayHandOver,
    method: 'POST',
    path: 'circle/:id/owner',
    body: { user: '01890a5d-ac96-774b-bcce-b302099a8057' },
  },
  {
    name: 'writes in the conversation',
    may: mayWriteInConversation,
    method: 'POST',
    path: 'circle/:id/conversation',
    body: { text: 'Hello' },
  },
  {
    name: 'adds a property',
    may: mayAddProperty,
    method: 'POST',
    path: 'property',
    body: { address: '24 Ferry Court', city: 'Richmond', state: 'VA' },
  },
]

function read(name: string, may: MayInCircle, path: string): Act {
  return { name, may, method: 'GET', path }
}

let testApp: TestApp
let circleId: string
const people = {} as Record<Role, Person>

beforeAll(async () => {
  testApp = await startTestApp({ RATE_LIMITS: 'off' })
  const { circle, owner, members } = await createMotionCircle(testApp, [6, 6])
  const { seed, db } = testApp
  circleId = circle._id
  Object.assign(people, { owner, member: members[0], broker: await seed.broker(), otherBroker: await seed.broker() })
  Object.assign(people, { former: await seed.investor(), outsider: await seed.investor(), admin: await seed.admin() })
  const left = { id: newId(), circle_id: circleId, user_id: people.former._id, ended_at: new Date() }
  await db.insertInto('memberships').values(left).execute()
  await db.insertInto('broker_assignments').values({ circle_id: circleId, broker_id: people.broker._id }).execute()
  return () => testApp.close()
})

const relations: Readonly<Record<Role, CircleRelation>> = {
  owner: relation({ membership: { isOwner: true } }),
  member: relation({ membership: { isOwner: false } }),
  former: relation({ wasMember: true }),
  broker: relation({ isAssignedBroker: true }),
  otherBroker: relation({}),
  outsider: relation({}),
  admin: relation({ permissions: { isAdmin: true } }),
}

function relation(facts: Partial<Parameters<typeof circleRelation>[0]>): CircleRelation {
  return circleRelation({ membership: null, isAssignedBroker: false, permissions: { isAdmin: false }, ...facts })
}

const isPermitted = (status: number): boolean => status !== 401 && status !== 403 && status !== 404

describe.each([false, true])('what the rules say of a circle, hidden: %s, the API does', (isHidden) => {
  beforeAll(async () => {
    await testApp.db.updateTable('circles').set({ hide_circle: isHidden }).where('id', '=', circleId).execute()
  })

  for (const { name, may, method, path, body } of acts)
    test(`who ${name}: ${method} ${path}`, async () => {
      const asked = roles.map(async (role) => {
        const sent = body && path === 'property' ? { ...body, circle: circleId } : body
        const { status } = await testApp.call(people[role], method, `app/${path.replace(':id', circleId)}`, sent)
        return [role, isPermitted(status)] as const
      })
      const permitted = Object.fromEntries(await Promise.all(asked))
      expect(permitted).toEqual(Object.fromEntries(roles.map((role) => [role, may(relations[role])])))
    })

  test('who sees it; and the page, which reads who one is from answers of the API, comes to the same relation', async () => {
    for (const role of roles) {
      const answer = await testApp.call(people[role], 'GET', `app/circle/${circleId}`)
      expect([role, answer.status === 200]).toEqual([role, maySeeCircle(relations[role], { isHidden })])
      if (answer.status !== 200) continue
      const circle = answer.data<Circle>()
      const listed = await testApp.call(people[role], 'GET', `app/circle-membership/${circleId}`)
      const members = listed.status === 200 ? listed.data<{ user: { _id: string }; isOwner: boolean }[]>() : []
      const { _id } = people[role]
      const seen = circleRelation({
        membership: membershipOf(members, _id),
        isAssignedBroker: isAssignedTo(circle, _id),
        // No page asks who was a member: it is told what stays to them.
        wasMember: role === 'former',
        permissions: relations[role].permissions,
      })
      expect([role, seen]).toEqual([role, relations[role]])
      expect([role, circlePlaceFor(circleId, seen) === null]).toEqual([role, seen.isMember])
      expect(belongsToCircle(seen)).toBe(belongsToCircle(relations[role]))
    }
  })
})
