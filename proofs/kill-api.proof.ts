import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import type { Person } from '#server/testing/seed.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { startBuyers } from './concurrent-buyers.ts'

const kills = 100

let cluster: TestCluster
let owner: Person
let people: Person[]

beforeAll(async () => {
  cluster = await startTestCluster()
  owner = await cluster.seed.investor()
  people = []
  for (let count = 0; count < 40; count++) people.push(await cluster.seed.investor())
})
afterAll(() => cluster.close())

test(`H1: ${kills} kills of an API in the middle of purchases, two processes: what was acknowledged is there, nothing twice`, async () => {
  const apis = await Promise.all([cluster.startApi(), cluster.startApi()])
  const buyers = startBuyers({ ...cluster, owner, people, urlOf: (turn) => apis[turn % apis.length]?.url ?? '' })
  for (let kill = 1; kill <= kills; kill++) {
    const at = buyers.wanted()
    while (buyers.wanted() < at + 20) await sleep(10)
    await sleep(Math.random() * 150)
    const victim = kill % apis.length
    await (apis[victim] as ApiProcess).kill('SIGKILL')
    await buyers.checkLedger()
    apis[victim] = await cluster.startApi()
    if (kill % 10 === 0) console.log(`H1 kill ${kill}: ${buyers.wanted()} purchases wanted, books clean`)
  }
  await buyers.stop()
  console.log(`H1 ${kills} kills: ${JSON.stringify(await buyers.checkLedger())}, nothing lost, nothing twice`)
})
