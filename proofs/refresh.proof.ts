import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Token } from '#contract/accounts.ts'
import { authHeaders } from '#server/testing/test-app.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'

const rounds = 1_000
const parallel = 50

let cluster: TestCluster
let apis: ApiProcess[]

beforeAll(async () => {
  cluster = await startTestCluster()
  apis = await Promise.all([cluster.startApi(), cluster.startApi()])
})
afterAll(() => cluster.close())

const ask = (call: string, token: Token, turn: number): Promise<Response> =>
  fetch(`${apis[turn % apis.length]?.url}/api/${call}`, { headers: authHeaders(token) })

async function refresh(token: Token, turn: number): Promise<{ status: number; refreshToken: string | null; token: Token | null }> {
  const answer = await ask('auth/refresh', token, turn)
  const body = (await answer.json()) as { data?: Token }
  return { status: answer.status, refreshToken: body.data?.refreshToken ?? null, token: body.data ?? null }
}

test(`A6: ${rounds} rounds of ${parallel} parallel refreshes over two processes: one chain, nobody logged out, and a stolen older token ends it`, async () => {
  let { token } = await cluster.seed.investor()
  const chain: Token[] = [token]
  for (let round = 1; round <= rounds; round++) {
    const answers = await Promise.all(Array.from({ length: parallel }, (_, turn) => refresh(token, turn)))
    expect([round, ...new Set(answers.map((answer) => answer.status))]).toEqual([round, 200])
    expect([round, new Set(answers.map((answer) => answer.refreshToken)).size]).toEqual([round, 1])
    token = answers[0]?.token ?? token
    chain.push(token)
    if (round % 100 === 0) console.log(`A6 round ${round}: ${round * parallel} refreshes, one chain`)
  }
  expect((await ask('auth/whoami', token, 0)).status).toBe(200)
  const sessions = await cluster.db.selectFrom('sessions').select('generation').execute()
  expect(sessions).toEqual([{ generation: rounds }])

  expect((await refresh(chain[rounds - 2] as Token, 1)).status).toBe(401)
  for (const descendant of chain.slice(-2)) {
    expect((await refresh(descendant, 0)).status).toBe(401)
    expect((await ask('auth/whoami', descendant, 1)).status).toBe(401)
  }
})
