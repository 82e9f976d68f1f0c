import { beforeAll, describe, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from './testing/circle-form.ts'
import { type Row, roleTable } from './testing/role-table.ts'
import type { Person } from './testing/seed.ts'
import { type Caller, type Method, startTestApp, type TestApp } from './testing/test-app.ts'

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
  readonly people: Readonly<Record<Exclude<Role, 'visitor'>, Person>>
  readonly hidden: Circle
}

async function createFixture(): Promise<Fixture> {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  const { seed } = testApp
  const stranger = await seed.investor()
  const hidden = (await testApp.call(stranger, 'POST', 'app/circle', circleForm())).data<Circle>()
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
  const owner = await seed.investor()
  await testApp.call(owner, 'POST', 'app/circle', circleForm())
  return {
    testApp,
    hidden,
    people: {
      unverified: await seed.pending(),
      owner,
      investor: await seed.investor(),
      broker: await seed.broker(),
      otherBroker: await seed.broker(),
      admin: await seed.admin(),
      suspended: await seed.investor({ status: 'suspended' }),
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
  // A new session per call, because some calls end theirs. Nobody is changed: the bodies are empty.
  const person = role === 'visitor' ? null : await fixture.testApp.seed.signedInAgain(fixture.people[role])
  const body = method === 'GET' || method === 'DELETE' ? undefined : {}
  const answer = await fixture.testApp.call(person as Caller, method, pathWith(path, idFor(person)), body)
  return answer.status
}

const isRefusal = (status: number) => status === 401 || status === 403 || status === 404

describe('every role on every route', () => {
  test('every operation of the API is in this table', () => {
    expect(operations(fixture.testApp).filter((operation) => !(operation in roleTable))).toEqual([])
    expect(Object.keys(roleTable).filter((operation) => !operations(fixture.testApp).includes(operation))).toEqual([])
  })

  for (const [operation, row] of Object.entries(roleTable)) {
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
