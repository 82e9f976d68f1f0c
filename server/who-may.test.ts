import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { circlePlaceFor } from '#contract/gates.ts'
import type { Post } from '#contract/posts.ts'
import type { Property } from '#contract/properties.ts'
import {
  belongsToCircle,
  type CircleFacts,
  type CircleRelation,
  circleRelation,
  isAssignedTo,
  isFormerMember,
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
import { countsAsVerified, decideTakingPart, mayAdminister, mayReadEverything, noPermissions } from '#domain/may/person.ts'
import { mayAddProperty, mayBringCopy, mayEditProperty, mayMoveClosingDate, maySetClosingDate } from '#domain/may/property.ts'
import { mayReport, type ReportedPlace } from '#domain/may/report.ts'
import type { ReportKind } from '#domain/reports.ts'
import { newId } from './db/ids.ts'
import { projectRoot } from './root.ts'
import { createMotionCircle, inDays } from './testing/motion-circle.ts'
import type { Person } from './testing/seed.ts'
import { type Answer, type Method, startTestApp, type TestApp } from './testing/test-app.ts'
import { inOneDay, listing } from './testing/voting-circle.ts'

type Facts = Partial<CircleFacts> & { readonly isVerified?: boolean; readonly isBroker?: boolean; readonly isUploader?: boolean }

const member = { membership: { isOwner: false }, isVerified: true }

/** Who asks. A suspended account is signed in no more, whatever it was before: here a member. */
const roles = {
  visitor: {},
  suspended: {},
  newcomer: {},
  stranger: { isVerified: true },
  invited: { isVerified: true, hasInvite: true },
  former: { isVerified: true, wasMember: true },
  member,
  uploader: { ...member, isUploader: true },
  unverifiedMember: { ...member, isVerified: false },
  owner: { ...member, membership: { isOwner: true } },
  broker: { isVerified: true, isBroker: true, isAssignedBroker: true },
  otherBroker: { isVerified: true, isBroker: true },
  admin: { isVerified: true, permissions: { ...noPermissions, isAdmin: true } },
} as const satisfies Readonly<Record<string, Facts>>
type Role = keyof typeof roles
const roleNames = Object.keys(roles) as readonly Role[]

/** What a rule is asked about: a person in the circle, and what they have to do with its property. */
type Who = CircleRelation & {
  readonly isVerified: boolean
  readonly isBroker: boolean
  readonly isUploader: boolean
  readonly isSignedIn: boolean
  readonly isHidden: boolean
}

function whoIs(role: Role, isHidden: boolean): Who {
  const { isVerified = false, isBroker = false, isUploader = false, ...facts }: Facts = roles[role]
  const relation = circleRelation({ membership: null, isAssignedBroker: false, permissions: noPermissions, ...facts })
  return { ...relation, isVerified, isBroker, isUploader, isHidden, isSignedIn: role !== 'visitor' && role !== 'suspended' }
}

/** What exists in the circle; each by a person who is no role here or whose own it is. */
type Things = Readonly<Record<'circle' | 'property' | 'inMotion' | 'inConversation' | 'open' | 'answered', string>>
type May = (who: Who) => boolean
/** `:circle` and `:property` in the path are their ids. Bodies do what they say, so that the use case is asked as well as the guard. */
type Call = readonly [call: `${Method} ${string}`, body?: (things: Things) => object]
type Row = { readonly may: May; readonly calls: readonly Call[]; readonly of?: string }

const row = (may: May, ...calls: readonly (Call | Call[0])[]): Row => ({
  may,
  calls: calls.map((call) => (typeof call === 'string' ? [call] : call)),
})
const signedIn =
  (may: May): May =>
  (who) =>
    who.isSignedIn && may(who)
const takesPart: May = (who) => decideTakingPart(who).ok
const reports = (place: ReportedPlace, kind: ReportKind, thing: keyof Things): Row => ({
  may: signedIn((who) => mayReport(place, who)),
  calls: [['POST app/report', (known) => ({ kind, id: known[thing], reason: 'misleading' })]],
  of: place,
})

const motion = { title: 'Paint the fence', text: 'It is time.', facts: { kind: 'general' }, closesAt: inDays(3) }

/** Every rule of `domain/may`, and calls of the API that only those get answered who it permits. */
const rules: Readonly<Record<string, Row | readonly Row[]>> = {
  // About a person.
  mayReadEverything: row(mayReadEverything, 'GET admin/circle', 'GET admin/user'),
  mayAdminister: row(
    mayAdminister,
    ['PUT admin/circle/:circle', () => ({ description: 'Four friends and a porch.' })],
    ['POST admin/broker', () => ({})],
  ),
  countsAsVerified: row(
    (who) => belongsToCircle(who) && countsAsVerified(who),
    ['POST app/property', ({ circle }) => ({ ...listing, circle })],
  ),
  decideTakingPart: row(takesPart, ['POST app/circle', () => ({})]),
  // About a circle.
  maySeeCircle: [
    // Without a session, also if there is one.
    row((who) => maySeeCircle(whoIs('visitor', who.isHidden), who), 'GET public/circle/:circle'),
    row(
      signedIn((who) => maySeeCircle(who, who)),
      'GET app/circle/:circle',
      'GET app/follow/:circle',
    ),
  ],
  belongsToCircle: row(belongsToCircle, 'GET app/acquisition/:circle'),
  mayReadInside: row(
    mayReadInside,
    'GET app/circle/:circle/stage',
    'GET app/property/:circle',
    'GET app/circle/:circle/conversation',
    'GET app/property/:property/thread',
  ),
  mayWriteInConversation: row(mayWriteInConversation, ['POST app/circle/:circle/conversation', () => ({ text: 'Hello' })]),
  mayReadRecord: row(mayReadRecord, 'GET app/ledger/:circle'),
  mayReadDecisions: row(mayReadDecisions, 'GET app/circle/:circle/record'),
  isFormerMember: row(isFormerMember, 'GET app/past-circle/:circle'),
  mayReadOwn: row(mayReadOwn, 'GET app/statement/:circle', 'GET app/distribution/:circle'),
  mayReadMotions: row(mayReadMotions, 'GET app/motion/:circle'),
  mayReadMoney: row(mayReadMoney, 'GET app/call/:circle', 'GET app/book/:circle/entries'),
  mayReadDocuments: row(mayReadDocuments, 'GET app/document/:circle'),
  mayDecide: row((who) => mayDecide(who) && takesPart(who), ['POST app/motion/:circle', () => motion]),
  mayUseWhereToPay: row((who) => mayUseWhereToPay(who) && takesPart(who), 'GET app/where-to-pay/:circle'),
  mayManageCircle: row(mayManageCircle, 'GET app/circle/:circle/invite', 'GET app/circle/:circle/first-steps', [
    'PUT app/circle/:circle',
    () => ({ description: 'Four friends and a garden.' }),
  ]),
  mayHandOver: row(mayHandOver, ['POST app/circle/:circle/owner', () => ({ user: newId() })]),
  // About a property.
  mayAddProperty: row(mayAddProperty, ['POST app/property/:property/thread', () => ({ text: 'Is there a garden?' })]),
  mayBringCopy: row(mayBringCopy, ['POST app/property-copies', ({ circle }) => ({ ...listing, circles: [circle] })]),
  mayEditProperty: row(
    (who) => mayEditProperty(who, who.isUploader),
    ['PUT app/property/:property', ({ circle }) => ({ ...listing, circle, price: 846_000 })],
  ),
  maySetClosingDate: row(maySetClosingDate, ['PUT app/property/:property', ({ circle }) => ({ ...listing, circle, closesAt: inOneDay() })]),
  mayMoveClosingDate: row(mayMoveClosingDate, ['PUT app/property/:property/closing', () => ({ closesAt: inDays(5) })]),
  // About what is reported.
  mayReport: [
    reports('circle', 'circle', 'circle'),
    reports('inside', 'property', 'property'),
    reports('motion', 'post', 'inMotion'),
    reports('conversation', 'post', 'inConversation'),
    reports('open_question', 'question', 'open'),
    reports('answered_question', 'question', 'answered'),
  ],
}

/** These say who someone is, which the rules ask. The page's answers are compared below. */
const aboutFacts = ['circleRelation', 'isAssignedTo', 'membershipOf', 'ofEachPermission', 'permittedRole', 'rolesOfMembership']

let testApp: TestApp
let things: Things
const people = {} as Record<Exclude<Role, 'visitor'>, Person>
const callerOf = (role: Role) => (role === 'visitor' ? null : people[role])

beforeAll(async () => {
  testApp = await startTestApp({ RATE_LIMITS: 'off' })
  const { seed, db } = testApp
  const { circle, owner, members, made } = await createMotionCircle(testApp, [4, 2, 2, 2, 2])
  const [first, uploader, unverifiedMember, suspended] = members as [Person, Person, Person, Person]
  const asker = await seed.investor()
  Object.assign(people, { owner, member: first, uploader, unverifiedMember, suspended })
  Object.assign(people, { broker: await seed.broker(), otherBroker: await seed.broker(), admin: await seed.admin() })
  Object.assign(people, { former: await seed.investor(), stranger: await seed.investor(), newcomer: await seed.pending() })
  people.invited = await seed.investor()
  const circleId = circle._id
  const write = async (place: string) => (await testApp.call(uploader, 'POST', place, { text: 'Pay me in cash' })).data<Post>()._id
  const property = (await testApp.call(uploader, 'POST', 'app/property', { ...listing, circle: circleId })).data<Property>()
  const ask = async (state: 'waiting' | 'answered') => {
    const id = newId()
    await db.insertInto('questions').values({ id, circle_id: circleId, asked_by: asker._id, state }).execute()
    const words = { question_id: id, user_id: asker._id, is_broker: false, body: 'Who pays the taxes?' }
    await db
      .insertInto('posts')
      .values({ id: newId(), ...words })
      .execute()
    return id
  }
  things = {
    circle: circleId,
    property: property._id,
    inMotion: await write(`app/motion-thread/${(await made(owner))._id}`),
    inConversation: await write(`app/circle/${circleId}/conversation`),
    open: await ask('waiting'),
    answered: await ask('answered'),
  }
  const invite = { id: newId(), circle_id: circleId, token_hash: Buffer.alloc(32), created_by: owner._id }
  await db.insertInto('circle_invites').values(invite).execute()
  await db.insertInto('circle_follows').values({ circle_id: circleId, user_id: people.invited._id, invite_id: invite.id }).execute()
  const left = { id: newId(), circle_id: circleId, user_id: people.former._id, ended_at: new Date() }
  await db.insertInto('memberships').values(left).execute()
  await db.insertInto('broker_assignments').values({ circle_id: circleId, broker_id: people.broker._id }).execute()
  await db.updateTable('users').set({ is_verified: false }).where('id', '=', unverifiedMember._id).execute()
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended._id).execute()
  return () => testApp.close()
})

/** Refused for another reason than who asks: it is their own. */
const ofOwn: readonly (RefusalCode | undefined)[] = ['report_of_own']
const isPermitted = ({ status, body }: Answer): boolean => ![401, 403, 404].includes(status) || ofOwn.includes(body.code)

test('every rule of domain/may has a row', async () => {
  const folder = path.join(projectRoot(), 'domain/may')
  const files = readdirSync(folder).filter((name) => !name.includes('.test.'))
  const modules: object[] = await Promise.all(files.map((name) => import(path.join(folder, name))))
  const exported = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  )
  expect(exported.toSorted()).toEqual([...Object.keys(rules), ...aboutFacts].toSorted())
})

describe.each([false, true])('what the rules say of a circle, hidden: %s, the API does', (isHidden) => {
  beforeAll(async () => {
    await testApp.db.updateTable('circles').set({ hide_circle: isHidden }).where('id', '=', things.circle).execute()
  })

  for (const [name, rows] of Object.entries(rules))
    for (const { may, calls, of } of [rows].flat())
      for (const [call, body] of calls)
        test(`${name}${of ? ` (${of})` : ''}: ${call}`, async () => {
          const [method, pattern = ''] = call.split(' ') as [Method, string]
          const address = pattern.replace(':circle', things.circle).replace(':property', things.property)
          const asked = roleNames.map(async (role) => {
            const answer = await testApp.call(callerOf(role), method, address, body?.(things))
            return [role, isPermitted(answer) ? 'may' : 'may not'] as const
          })
          const said = roleNames.map((role) => [role, may(whoIs(role, isHidden)) ? 'may' : 'may not'] as const)
          expect(Object.fromEntries(await Promise.all(asked))).toEqual(Object.fromEntries(said))
        })

  test('the page, which reads who one is from answers of the API, comes to the same relation', async () => {
    for (const role of roleNames) {
      const person = callerOf(role)
      const { isVerified, isBroker, isUploader, isSignedIn, isHidden: _, ...relation } = whoIs(role, isHidden)
      if (!person || !isSignedIn) continue
      const answer = await testApp.call(person, 'GET', `app/circle/${things.circle}`)
      if (answer.status !== 200) continue
      const whoami = (await testApp.call(person, 'GET', 'auth/whoami')).data<{
        user: Pick<Who, 'permissions' | 'isVerified' | 'isBroker'>
      }>()
      expect(whoami.user).toMatchObject({ isVerified, isBroker, permissions: relation.permissions })
      const listed = await testApp.call(person, 'GET', `app/circle-membership/${things.circle}`)
      const members = listed.status === 200 ? listed.data<{ user: { _id: string }; isOwner: boolean }[]>() : []
      const seen = circleRelation({
        membership: membershipOf(members, person._id),
        isAssignedBroker: isAssignedTo(answer.data<Circle>(), person._id),
        permissions: whoami.user.permissions,
      })
      // No page asks who was a member or is invited: the API tells what it opens to them.
      expect([role, seen]).toEqual([role, { ...relation, isFormer: false, isInvited: false }])
      expect([role, circlePlaceFor(things.circle, seen) === null]).toEqual([role, seen.isMember])
    }
  })
})

/** Where the page reads a role itself: it says or leads, and permits nothing. */
const readsRole: Readonly<Record<string, string>> = {
  'app/circle-redirects.tsx': 'leads brokers of the circle to their page of it',
  'features/membership/member-circle.tsx': 'the badge: owner or member',
  'features/membership/members-tab.tsx': 'whether there is a membership of one’s own to leave or to hand on',
}

test('no file of the page decides by role itself', () => {
  const folder = path.join(projectRoot(), 'web')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  const byHand = /\.isAdmin\b|\bpermissions\.\w|\brelation\.is[A-Z]\w+|\.role [!=]==|'is_admin'/
  const found = files
    .filter((name) => byHand.test(readFileSync(path.join(folder, name), 'utf8')))
    .map((name) => name.replaceAll(path.sep, '/'))
  expect(found.toSorted()).toEqual(Object.keys(readsRole).toSorted())
})
