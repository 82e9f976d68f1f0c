import fc from 'fast-check'
import { expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { bankHistories, runBankHistory } from '#server/testing/book-histories/bank-shows-first.ts'
import { runBookHistory } from '#server/testing/book-histories/run-history.ts'
import { bookHistories } from '#server/testing/book-histories/steps.ts'
import { runCallHistory } from '#server/testing/call-histories/run-history.ts'
import { callHistories } from '#server/testing/call-histories/steps.ts'
import { prepareCachedReads } from '#server/testing/histories/cached-reads.ts'
import { createParticipants, runHistory } from '#server/testing/histories/run-history.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { runMotionHistory } from '#server/testing/motion-histories/run-history.ts'
import { motionHistories } from '#server/testing/motion-histories/steps.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

const runs = Number(process.env.HISTORIES ?? 2_000)
const perTestApp = 100

type Comparison<Step> = { run(history: readonly Step[]): Promise<void>; close?(): Promise<void> }

/** Runs random histories; `prepare` returns what runs one of them and compares it with the model. */
async function agree<Step>(
  promise: string,
  randomHistories: fc.Arbitrary<readonly Step[]>,
  prepare: (testApp: TestApp) => Promise<Comparison<Step>>,
  count = runs,
): Promise<void> {
  let steps = 0
  for (let seed = 1; seed <= Math.ceil(count / perTestApp); seed++) {
    // A new database per hundred, so that the checks after every step stay fast.
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    const { run, close } = await prepare(testApp)
    try {
      const property = fc.asyncProperty(randomHistories, async (history) => {
        steps += history.length
        await run(history)
      })
      await fc.assert(property, { numRuns: Math.min(perTestApp, count), seed })
    } finally {
      await close?.()
      await testApp.close()
    }
    console.log(`${promise} seed ${seed}: ${Math.min(seed * perTestApp, count)} histories, ${steps} steps, all agree`)
  }
  expect(steps).toBeGreaterThanOrEqual(count)
}

test(`G6: ${runs} random histories agree with a simple model`, () =>
  agree('G6', histories(40), async (testApp) => {
    const participants = await createParticipants(testApp)
    return { run: (history) => runHistory(participants, history) }
  }))

test(`G6: ${runs} random histories of motions agree with a simple model`, () =>
  agree('G6, motions', motionHistories(40), async (testApp) => ({ run: (history) => runMotionHistory(testApp, history) })))

const books = runs * 2.5

test(`G18: ${books} random histories of books agree with a simple model, every account after every step`, () =>
  agree('G18, books', bookHistories(25), async (testApp) => ({ run: (history) => runBookHistory(testApp, history) }), books))

// Fewer, because each closes two months of a circle of its own.
const bankFiles = runs / 10

test(`G18: ${bankFiles} random bank files against random motions and limits: all is booked, what nothing permitted is marked, both months close`, () =>
  agree(
    'G18, bank files',
    bankHistories.map((history) => [history]),
    async (testApp) => ({
      run: async (played) => {
        for (const history of played) await runBankHistory(testApp, history)
      },
    }),
    bankFiles,
  ))

test(`G17: ${runs} random histories of calls agree with a simple model`, () =>
  agree('G17, calls', callHistories(40), async (testApp) => ({ run: (history) => runCallHistory(testApp, history) })))

// Fewer, because each step reads every circle as five people, from two processes and from the database.
const comparedReads = runs / 10

test(`G6: after every step of ${comparedReads} random histories, two processes answer as the queries do`, () => {
  const prepare = async (testApp: TestApp) => {
    const second = await buildApp(testApp.services)
    const run = await prepareCachedReads(testApp, [testApp.app, second], 19)
    return { run, close: () => second.close() }
  }
  return agree('G6, circles in memory', histories(20), prepare, comparedReads)
})
