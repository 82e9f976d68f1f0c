import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { buildApp } from './app.ts'
import { circleForm } from './testing/circle-form.ts'
import type { Person } from './testing/seed.ts'
import { authHeaders, test as base } from './testing/test-app.ts'

type Counted = { readonly app: FastifyInstance; readonly statements: { count: number }; readonly owner: Person; readonly circle: string }

const test = base.extend<{ counted: Counted }>({
  counted: [
    async ({ testApp }, use) => {
      const statements = { count: 0 }
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements.count += 1
          return result
        },
      }
      const app = await buildApp({ ...testApp.services, db: testApp.db.withPlugin(counter) })
      const owner = await testApp.seed.investor()
      const { _id: circle } = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
      await use({ app, statements, owner, circle })
      await app.close()
    },
    { scope: 'file' },
  ],
})

/** The statements of the second request: the first one fills the cache. */
async function statementsOf({ app, statements, owner }: Counted, path: string): Promise<number> {
  for (let turn = 0; turn < 2; turn++) {
    statements.count = 0
    const answer = await app.inject({ method: 'GET', url: `/api/${path}`, headers: authHeaders(owner.token) })
    expect(answer.statusCode).toBe(200)
  }
  return statements.count
}

describe('session, rights and role in the circle are one statement', () => {
  test('of "who am I", which needs no other', async ({ counted }) => {
    expect(await statementsOf(counted, 'auth/whoami')).toBe(1)
  })

  test('of a circle, which is in memory: another asks what has changed', async ({ counted }) => {
    expect(await statementsOf(counted, `app/circle/${counted.circle}`)).toBe(2)
  })

  test('of its members, who are another', async ({ counted }) => {
    expect(await statementsOf(counted, `app/circle-membership/${counted.circle}`)).toBe(2)
  })

  test('of its properties, if it has none: another', async ({ counted }) => {
    expect(await statementsOf(counted, `app/property/${counted.circle}`)).toBe(2)
  })

  test('of my memberships: another, and one asks what has changed', async ({ counted }) => {
    expect(await statementsOf(counted, `app/user-membership/${counted.owner._id}`)).toBe(3)
  })
})

test('a sign-in reads the account and counts the attempt with one statement, and starts the session with another', async ({
  testApp,
  counted,
}) => {
  const password = 'Larkspur-Terrace-75'
  const person = await testApp.seed.investor({ password })
  counted.statements.count = 0
  const answer = await counted.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: person.email, password } })
  expect([answer.statusCode, counted.statements.count]).toEqual([200, 2])
})
