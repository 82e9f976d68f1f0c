// Sign-ins per second through the API, as a ratio to bare argon2 comparisons, the upper limit: npm run bench -- sign-ins Both run in turns
// with the same concurrency.
import { hashPassword, matchesPassword } from '#server/shared/people/passwords.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { median, printHead, printRow } from './figures.ts'

const password = 'Larkspur-Terrace-75'
const people = 100
const atOnce = 8
const rounds = 5
const perRound = 200

/** Calls per second. */
async function callsPerSecond(act: (turn: number) => Promise<void>): Promise<number> {
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < perRound) await act(next++)
    }),
  )
  return (perRound * 1_000) / (performance.now() - started)
}

const cluster = await startTestCluster()
try {
  const hash = await hashPassword(password)
  for (let count = 0; count < people; count++) await cluster.seed.investor({ email: `caller-${count}@example.com` })
  await cluster.db.updateTable('users').set({ password_hash: hash }).execute()
  // Each from its own address, because limits per address are not measured here.
  const { url } = await cluster.startApi({ TRUST_PROXY: '127.0.0.1' })
  let caller = 0
  const ways = {
    bare: async () => {
      if (!(await matchesPassword(hash, password))) throw new Error('the password does not match its own hash')
    },
    api: async (turn: number) => {
      caller += 1
      const answer = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${caller >> 8}.${caller & 255}` },
        body: JSON.stringify({ email: `caller-${turn % people}@example.com`, password }),
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`a sign-in was answered ${answer.status}`)
    },
  }
  await callsPerSecond(ways.bare)
  await callsPerSecond(ways.api)
  const results: { bare: number; api: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const result = { bare: 0, api: 0 }
    for (const way of round % 2 === 0 ? (['bare', 'api'] as const) : (['api', 'bare'] as const))
      result[way] = await callsPerSecond(ways[way])
    results.push(result)
  }
  printHead()
  printRow({
    what: 'Sign-ins',
    figures: `${median(results.map(({ api }) => api)).toFixed(0)}/s, argon2 alone ${median(results.map(({ bare }) => bare)).toFixed(0)}/s`,
    ratio: median(results.map(({ api, bare }) => api / bare)).toFixed(2),
    goal: '',
  })
} finally {
  await cluster.close()
}
