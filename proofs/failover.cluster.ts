import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#demo/logins.ts'
import { projectRoot } from '#server/root.ts'
import type { Person } from '#server/testing/seed.ts'
import { startCluster } from './cluster.ts'
import { type Buyers, startBuyers } from './concurrent-buyers.ts'

const admin = 'administrator@cluster.example'
let cluster: Awaited<ReturnType<typeof startCluster>>
let owner: Person
const people: Person[] = []

beforeAll(async () => {
  cluster = await startCluster()
  await cluster.seed.admin({ email: admin, password: demoPassword, firstName: 'Ada' })
  owner = await cluster.seed.investor()
  for (let count = 0; count < 40; count++) people.push(await cluster.seed.investor())
})
afterAll(() => cluster.close())

type Suite = 'playwright.config.ts' | 'playwright.screens.config.ts'

/** Runs journeys of e2e/ in Chromium against the cluster. */
async function runJourneys(suite: Suite, ...names: readonly string[]): Promise<number> {
  const program = path.join(projectRoot(), 'node_modules/.bin/playwright')
  const env = {
    ...process.env,
    ARCSTEAD_E2E_URL: cluster.url,
    ARCSTEAD_E2E_DATABASE_URL: cluster.databaseUrl,
    ARCSTEAD_E2E_ADMIN: admin,
  }
  // Everyone registers from one address, which may do so 20 times an hour.
  await cluster.db.deleteFrom('rate_counters').execute()
  const journeys = names.map((name) => `e2e/journeys/${name}.spec.ts`)
  const child = spawn(program, ['test', '--config', suite, ...journeys], { cwd: projectRoot(), stdio: 'inherit', env })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** The time until the next purchase is acknowledged. */
async function untilBought(buyers: Buyers): Promise<number> {
  const [began, before] = [performance.now(), buyers.bought()]
  while (buyers.bought() <= before) await sleep(10)
  return Math.round(performance.now() - began)
}

test('two API processes behind nginx, a synchronous replica, S3 and SMTP: journeys pass in the browser', async () => {
  expect(await runJourneys('playwright.config.ts', 'join-a-circle', 'decide-together', 'create-account')).toBe(0)
  expect(await runJourneys('playwright.screens.config.ts', 'buying', 'book')).toBe(0)
  expect(cluster.mails.length).toBeGreaterThan(0)
})

test('one API process is killed, then the database’s primary, while people buy: nothing acknowledged is lost, nothing is sold twice', async () => {
  const buyers = startBuyers({ ...cluster, owner, people, urlOf: () => cluster.url })
  while (buyers.bought() < 100) await sleep(50)

  await cluster.killApi(0)
  console.log(`an API process killed; the next purchase was acknowledged after ${await untilBought(buyers)} ms`)
  await cluster.startApiAgain(0)
  await buyers.checkLedger()

  cluster.killPrimary()
  const began = performance.now()
  cluster.promoteReplica()
  const promoted = Math.round(performance.now() - began)
  const back = await untilBought(buyers)
  console.log(`the primary killed; the replica promoted after ${promoted} ms, the next purchase acknowledged ${back} ms later`)
  await buyers.checkLedger()

  const before = buyers.bought()
  while (buyers.bought() < before + 100) await sleep(50)
  await buyers.stop()
  console.log(`in all ${JSON.stringify(await buyers.checkLedger())}`)
})

test('after the failover the journeys pass again', async () => {
  expect(await runJourneys('playwright.config.ts', 'join-a-circle')).toBe(0)
})
