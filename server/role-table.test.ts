import { beforeAll, describe, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from './testing/circle-form.ts'
import type { Person } from './testing/seed.ts'
import { type Caller, type Method, startTestApp, type TestApp } from './testing/test-app.ts'

/**
 * Who passes the guard of every route, written by hand, so that a guard removed or loosened by mistake fails the test. Each row: who is
 * admitted, and what happens with another person's id in the path.
 */
type Row = {
  readonly admits: 'anyone' | 'session' | 'investor' | 'broker' | 'admin'
  /** What the id in the path is: a person's, a circle's, or another one that is only tested as missing. */
  readonly id?: 'user' | 'circle' | 'other'
  /** `shown`: other people's data may be read. Otherwise another person's id is refused. */
  readonly foreign?: 'shown'
}

const anyone: Row = { admits: 'anyone' }
const session: Row = { admits: 'session' }

const table: Readonly<Record<string, Row>> = {
  'POST /api/auth/register': anyone,
  'POST /api/auth/login': anyone,
  'GET /api/auth/whoami': session,
  'GET /api/auth/refresh': session,
  'GET /api/auth/logout': session,
  'POST /api/auth/logout': session,
  'POST /api/auth/request-token': anyone,
  'POST /api/auth/reset-password': anyone,
  'POST /api/auth/set-password': anyone,
  'POST /api/auth/confirm-email': anyone,
  'POST /api/auth/request-confirmation': session,
  'POST /api/auth/change-password': session,
  'POST /api/auth/change-email': session,
  'GET /api/auth/session': session,
  'DELETE /api/auth/session/{id}': { admits: 'session', id: 'other' },
  'POST /api/auth/passkey/sign-in-options': anyone,
  'POST /api/auth/passkey/sign-in': anyone,
  'GET /api/auth/passkey': session,
  'POST /api/auth/passkey/options': session,
  'POST /api/auth/passkey': session,
  'PUT /api/auth/passkey/{id}': { admits: 'session', id: 'other' },
  'DELETE /api/auth/passkey/{id}': { admits: 'session', id: 'other' },
  'POST /api/auth/step-up/options': session,
  'POST /api/auth/step-up': session,
  'GET /api/public/echo': anyone,
  'POST /api/public/echo': anyone,
  'GET /api/app/echo': session,
  'POST /api/app/echo': session,
  'POST /api/log/crash-report': anyone,
  'POST /api/public/log/crash-report': anyone,
  'POST /api/public/submit-crash-report': anyone,
  'POST /api/app/submit-crash-report': session,
  'GET /api/app/s3/get-signed-url/{fileKey}': { admits: 'anyone', id: 'other' },
  'GET /api/s3/get-signed-url/{fileKey}': { admits: 'anyone', id: 'other' },
  'POST /api/app/s3/get-signed-post-url/{fileName}/{contentType}': session,
  'POST /api/s3/get-signed-post-url/{fileName}/{contentType}': session,
  'GET /api/public/circle': anyone,
  'GET /api/public/introduction': anyone,
  'GET /api/public/circle/{id}': { admits: 'anyone', id: 'circle' },
  'GET /api/app/circle': session,
  'GET /api/app/circle/{id}': { admits: 'session', id: 'circle' },
  'POST /api/app/circle': { admits: 'investor' },
  'POST /api/app/circle/new': { admits: 'investor' },
  'POST /api/public/circle': { admits: 'investor' },
  'POST /api/public/circle/new': { admits: 'investor' },
  'PUT /api/app/circle/{id}': { admits: 'session', id: 'circle' },
  'POST /api/app/circle/{id}': { admits: 'session', id: 'circle' },
  'PUT /api/public/circle/{id}': { admits: 'session', id: 'circle' },
  'POST /api/public/circle/{id}': { admits: 'session', id: 'circle' },
  'GET /api/public/circle-membership/{circleId}': { admits: 'anyone', id: 'circle' },
  'GET /api/app/circle-membership/{circleId}': { admits: 'session', id: 'circle' },
  'POST /api/app/circle-membership': { admits: 'investor' },
  'POST /api/app/circle-membership/{circleId}': { admits: 'investor', id: 'circle' },
  'POST /api/public/circle-membership': { admits: 'investor' },
  'POST /api/public/circle-membership/{circleId}': { admits: 'investor', id: 'circle' },
  'DELETE /api/app/circle/{id}': { admits: 'session', id: 'circle' },
  'POST /api/app/circle/{id}/owner': { admits: 'session', id: 'circle' },
  'GET /api/app/circle/{id}/invite': { admits: 'session', id: 'circle' },
  'POST /api/app/circle/{id}/invite': { admits: 'session', id: 'circle' },
  'DELETE /api/app/circle/{id}/invite': { admits: 'session', id: 'circle' },
  'GET /api/app/circle/{id}/invitation': { admits: 'session', id: 'circle' },
  'POST /api/app/circle/{id}/invitation': { admits: 'investor', id: 'circle' },
  'POST /api/app/circle/{id}/invitation/{invitationId}': { admits: 'investor', id: 'circle' },
  'DELETE /api/app/circle/{id}/invitation/{invitationId}': { admits: 'session', id: 'circle' },
  'GET /api/app/circle/{id}/inviter': { admits: 'session', id: 'circle' },
  'GET /api/public/circle/{id}/inviter': { admits: 'anyone', id: 'circle' },
  'POST /api/app/circle/{id}/invitation-opened': { admits: 'session', id: 'circle' },
  'POST /api/public/circle/{id}/invitation-opened': { admits: 'anyone', id: 'circle' },
  'GET /api/app/follow': session,
  'GET /api/app/follow/{circleId}': { admits: 'session', id: 'circle' },
  'POST /api/app/follow/{circleId}': { admits: 'session', id: 'circle' },
  'DELETE /api/app/follow/{circleId}': { admits: 'session', id: 'circle' },
  'GET /api/app/request-join/{circleId}': { admits: 'investor', id: 'circle' },
  'POST /api/app/request-join/{circleId}': { admits: 'investor', id: 'circle' },
  'DELETE /api/app/request-join/{circleId}': { admits: 'investor', id: 'circle' },
  'GET /api/app/wish': session,
  'PUT /api/app/wish': session,
  'DELETE /api/app/wish': session,
  'GET /api/app/ledger/{circleId}': { admits: 'session', id: 'circle' },
  'GET /api/app/stream': session,
  'DELETE /api/app/circle-membership/{circleId}': { admits: 'session', id: 'circle' },
  'POST /api/app/circle-membership-owner': session,
  'GET /api/app/circle-membership-owner': session,
  'POST /api/app/circle-membership-owner/{circleId}': { admits: 'session', id: 'circle' },
  'GET /api/app/circle-membership-owner/{circleId}': { admits: 'session', id: 'circle' },
  'DELETE /api/public/circle/{id}': { admits: 'session', id: 'circle' },
  'POST /api/public/circle/{id}/owner': { admits: 'session', id: 'circle' },
  'GET /api/public/circle/{id}/invite': { admits: 'session', id: 'circle' },
  'POST /api/public/circle/{id}/invite': { admits: 'session', id: 'circle' },
  'DELETE /api/public/circle/{id}/invite': { admits: 'session', id: 'circle' },
  'GET /api/public/request-join/{circleId}': { admits: 'investor', id: 'circle' },
  'POST /api/public/request-join/{circleId}': { admits: 'investor', id: 'circle' },
  'DELETE /api/public/request-join/{circleId}': { admits: 'investor', id: 'circle' },
  'GET /api/public/ledger/{circleId}': { admits: 'session', id: 'circle' },
  'GET /api/public/stream': session,
  'GET /api/public/location-search/{text}': anyone,
  'GET /api/app/location-search/{text}': session,
  'DELETE /api/public/circle-membership/{circleId}': { admits: 'session', id: 'circle' },
  'POST /api/public/circle-membership-owner': session,
  'GET /api/public/circle-membership-owner': session,
  'POST /api/public/circle-membership-owner/{circleId}': { admits: 'session', id: 'circle' },
  'GET /api/public/circle-membership-owner/{circleId}': { admits: 'session', id: 'circle' },
  'GET /api/public/user-membership': anyone,
  'GET /api/public/user-membership/{userId}': { admits: 'anyone', id: 'user', foreign: 'shown' },
  'GET /api/app/user-membership/{userId}': { admits: 'session', id: 'user' },
  'GET /api/app/user-circle/{userId}': { admits: 'session', id: 'user' },
  'GET /api/public/user-circle/{userId}': { admits: 'session', id: 'user' },
  'GET /api/public/config': anyone,
  'GET /api/app/property/{id}': { admits: 'session', id: 'circle' },
  'POST /api/app/property': session,
  'POST /api/app/property/new': session,
  'PUT /api/app/property/{id}': { admits: 'session', id: 'other' },
  'POST /api/app/property/{id}': { admits: 'session', id: 'other' },
  'GET /api/app/user-circle-properties/{userId}': { admits: 'session', id: 'user' },
  'PUT /api/app/property-preference/{propertyId}': { admits: 'investor', id: 'other' },
  'POST /api/app/property-preference/{propertyId}': { admits: 'investor', id: 'other' },
  'PUT /api/app/circle/{id}/rules': { admits: 'session', id: 'circle' },
  'GET /api/app/circle/{id}/charter': { admits: 'session', id: 'circle' },
  'POST /api/app/circle/{id}/charter/accept': { admits: 'session', id: 'circle' },
  'GET /api/app/circle/{id}/record': { admits: 'session', id: 'circle' },
  'PUT /api/app/property/{id}/closing': { admits: 'session', id: 'other' },
  'GET /api/app/property/{id}/thread': { admits: 'session', id: 'other' },
  'POST /api/app/property/{id}/thread': { admits: 'session', id: 'other' },
  'PUT /api/app/property/{id}/thread/visit': { admits: 'session', id: 'other' },
  'PUT /api/app/property/{id}/thread/{postId}': { admits: 'session', id: 'other' },
  'DELETE /api/app/property/{id}/thread/{postId}': { admits: 'session', id: 'other' },
  'GET /api/app/circle/{circleId}/stage': { admits: 'session', id: 'circle' },
  'GET /api/app/motion/{circleId}': { admits: 'session', id: 'circle' },
  'GET /api/app/motion/{circleId}/basis': { admits: 'session', id: 'circle' },
  'GET /api/app/motion/{circleId}/{motionId}': { admits: 'session', id: 'circle' },
  'POST /api/app/motion/{circleId}': { admits: 'investor', id: 'circle' },
  'PUT /api/app/motion/{circleId}/{motionId}': { admits: 'investor', id: 'circle' },
  'POST /api/app/motion/{circleId}/{motionId}/vote': { admits: 'investor', id: 'circle' },
  'POST /api/app/motion/{circleId}/{motionId}/withdraw': { admits: 'investor', id: 'circle' },
  'POST /api/app/motion/{circleId}/{motionId}/conflict': { admits: 'investor', id: 'circle' },
  'GET /api/app/motion-thread/{id}': { admits: 'session', id: 'other' },
  'POST /api/app/motion-thread/{id}': { admits: 'session', id: 'other' },
  'PUT /api/app/motion-thread/{id}/visit': { admits: 'session', id: 'other' },
  'PUT /api/app/motion-thread/{id}/{postId}': { admits: 'session', id: 'other' },
  'DELETE /api/app/motion-thread/{id}/{postId}': { admits: 'session', id: 'other' },
  'GET /api/app/calendar': session,
  'POST /api/app/calendar': session,
  'DELETE /api/app/calendar': session,
  'GET /api/public/calendar/{secret}.ics': { admits: 'anyone', id: 'other' },
  'GET /api/app/needs-you': session,
  'GET /api/app/notice': session,
  'POST /api/app/notice/{id}': { admits: 'session', id: 'other' },
  'GET /api/public/unsubscribe': anyone,
  'POST /api/public/unsubscribe': anyone,
  'GET /api/app/notice-settings': session,
  'PUT /api/app/notice-settings': session,
  'GET /api/app/profile': session,
  'POST /api/app/profile': session,
  'PUT /api/app/profile': session,
  'GET /api/app/user': session,
  'GET /api/app/user/{id}': { admits: 'session', id: 'user' },
  'POST /api/app/user/{id}': { admits: 'session', id: 'user' },
  'PUT /api/app/user/{id}': { admits: 'session', id: 'user' },
  'POST /api/app/user-verification': session,
  'GET /api/app/user-verification': session,
  'PUT /api/app/user-verification': session,
  'GET /api/public/property/{id}': { admits: 'session', id: 'circle' },
  'POST /api/public/property': session,
  'POST /api/public/property/new': session,
  'PUT /api/public/property/{id}': { admits: 'session', id: 'other' },
  'POST /api/public/property/{id}': { admits: 'session', id: 'other' },
  'GET /api/public/user-circle-properties/{userId}': { admits: 'session', id: 'user' },
  'PUT /api/public/property-preference/{propertyId}': { admits: 'investor', id: 'other' },
  'POST /api/public/property-preference/{propertyId}': { admits: 'investor', id: 'other' },
  'GET /api/public/profile': session,
  'POST /api/public/profile': session,
  'PUT /api/public/profile': session,
  'GET /api/public/user': session,
  'GET /api/public/user/{id}': { admits: 'session', id: 'user' },
  'POST /api/public/user/{id}': { admits: 'session', id: 'user' },
  'PUT /api/public/user/{id}': { admits: 'session', id: 'user' },
  'POST /api/public/user-verification': session,
  'GET /api/public/user-verification': session,
  'PUT /api/public/user-verification': session,
  'DELETE /api/app/user/{id}': { admits: 'session', id: 'user' },
  'GET /api/app/export': session,
  'GET /api/app/broker-circles/{brokerId}': { admits: 'broker', id: 'user' },
  'GET /api/public/broker-circles': { admits: 'broker' },
  'GET /api/public/broker-circles/{brokerId}': { admits: 'broker', id: 'user' },
  'GET /api/admin/user': { admits: 'admin' },
  'POST /api/admin/user': { admits: 'admin' },
  'POST /api/admin/user/new': { admits: 'admin' },
  'GET /api/admin/user/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/user/{id}': { admits: 'admin', id: 'other' },
  'PUT /api/admin/user/{id}': { admits: 'admin', id: 'other' },
  'DELETE /api/admin/user/{id}': { admits: 'admin', id: 'other' },
  'GET /api/admin/broker': { admits: 'admin' },
  'POST /api/admin/broker': { admits: 'admin' },
  'POST /api/admin/broker/new': { admits: 'admin' },
  'GET /api/admin/broker/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/broker/{id}': { admits: 'admin', id: 'other' },
  'PUT /api/admin/broker/{id}': { admits: 'admin', id: 'other' },
  'DELETE /api/admin/broker/{id}': { admits: 'admin', id: 'other' },
  'GET /api/admin/circle': { admits: 'admin' },
  'POST /api/admin/circle': { admits: 'admin' },
  'POST /api/admin/circle/new': { admits: 'admin' },
  'GET /api/admin/circle/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/circle/{id}': { admits: 'admin', id: 'other' },
  'PUT /api/admin/circle/{id}': { admits: 'admin', id: 'other' },
  'DELETE /api/admin/circle/{id}': { admits: 'admin', id: 'other' },
  'GET /api/admin/property': { admits: 'admin' },
  'POST /api/admin/property': { admits: 'admin' },
  'POST /api/admin/property/new': { admits: 'admin' },
  'GET /api/admin/property/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/property/{id}': { admits: 'admin', id: 'other' },
  'PUT /api/admin/property/{id}': { admits: 'admin', id: 'other' },
  'DELETE /api/admin/property/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/user-verification': { admits: 'admin' },
  'GET /api/admin/user-verification': { admits: 'admin' },
  'GET /api/admin/user-verification/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/user-verification/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/approve-registration': { admits: 'admin' },
  'GET /api/admin/overview': { admits: 'admin' },
  'GET /api/admin/audit-log/acts': { admits: 'admin' },
  'GET /api/admin/crash-report': { admits: 'admin' },
  'GET /api/admin/audit-log': { admits: 'admin' },
  'GET /api/admin/mail': { admits: 'admin' },
  'DELETE /api/admin/circle-delete/{id}': { admits: 'admin', id: 'other' },
  'GET /api/admin/circle-membership/{id}': { admits: 'admin', id: 'other' },
  'DELETE /api/admin/circle-membership/{id}': { admits: 'admin', id: 'other' },
  'GET /api/admin/property-preference/{id}': { admits: 'admin', id: 'other' },
  'GET /api/admin/crash-report/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/crash-report/{id}': { admits: 'admin', id: 'other' },
  'POST /api/admin/mail/{id}': { admits: 'admin', id: 'other' },
}

type Role = 'visitor' | 'unverified' | 'owner' | 'investor' | 'broker' | 'otherBroker' | 'admin' | 'suspended'

const admitted: Readonly<Record<Row['admits'], readonly Role[]>> = {
  anyone: ['visitor', 'unverified', 'owner', 'investor', 'broker', 'otherBroker', 'admin', 'suspended'],
  session: ['unverified', 'owner', 'investor', 'broker', 'otherBroker', 'admin'],
  investor: ['owner', 'investor', 'admin'],
  broker: ['broker', 'otherBroker'],
  admin: ['admin'],
}

type Fixture = {
  readonly testApp: TestApp
  /** A fresh token per call, because some calls end the session. */
  readonly people: Readonly<Record<Exclude<Role, 'visitor'>, () => Promise<Person>>>
  readonly hidden: Circle
}

async function createFixture(): Promise<Fixture> {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  const { seed } = testApp
  const stranger = await seed.investor()
  const hidden = (await testApp.call(stranger, 'POST', 'app/circle', circleForm())).data<Circle>()
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
  return {
    testApp,
    hidden,
    people: {
      unverified: () => seed.pending(),
      owner: async () => {
        const owner = await seed.investor()
        await testApp.call(owner, 'POST', 'app/circle', circleForm())
        return owner
      },
      investor: () => seed.investor(),
      broker: () => seed.broker(),
      otherBroker: () => seed.broker(),
      admin: () => seed.admin(),
      suspended: () => seed.investor({ status: 'suspended' }),
    },
  }
}

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
  return () => fixture.testApp.close()
})

const operations = (testApp: TestApp): string[] =>
  Object.entries((testApp.app.swagger() as { paths: Record<string, object> }).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

function pathWith(path: string, id: string): string {
  return path.replaceAll(/\{\w+\}/g, id)
}

async function statusOf(role: Role, operation: string, idFor: (person: Person | null) => string): Promise<number> {
  const [method, path] = operation.split(' ') as [Method, string]
  const person = role === 'visitor' ? null : await fixture.people[role]()
  const body = method === 'GET' || method === 'DELETE' ? undefined : {}
  const answer = await fixture.testApp.call(person as Caller, method, pathWith(path, idFor(person)), body)
  return answer.status
}

const isRefusal = (status: number) => status === 401 || status === 403 || status === 404

describe('every role on every route', () => {
  test('every operation of the API is in this table', () => {
    expect(operations(fixture.testApp).filter((operation) => !(operation in table))).toEqual([])
    expect(Object.keys(table).filter((operation) => !operations(fixture.testApp).includes(operation))).toEqual([])
  })

  for (const [operation, row] of Object.entries(table)) {
    test(`${operation} is for ${row.admits}`, async () => {
      const missing = '01890a5d-ac96-774b-bcce-b302099a8057'
      for (const role of admitted.anyone) {
        const isAdmitted = admitted[row.admits].includes(role)
        const own = await statusOf(role, operation, (person) => (row.id === 'user' ? (person?._id ?? missing) : missing))
        if (!isAdmitted) expect([role, isRefusal(own)]).toEqual([role, true])
        else if (row.id === undefined || row.id === 'user') expect([role, own === 401 || own === 403]).toEqual([role, false])
        if (row.id === undefined || row.foreign === 'shown' || role === 'admin') continue
        const foreignId = row.id === 'circle' ? fixture.hidden._id : row.id === 'user' ? fixture.hidden.createdBy._id : missing
        const foreign = await statusOf(role, operation, () => foreignId ?? missing)
        expect([role, 'foreign id', isRefusal(foreign)]).toEqual([role, 'foreign id', true])
      }
    })
  }
})
