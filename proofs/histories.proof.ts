import fc from 'fast-check'
import { expect } from 'vitest'
import { createParticipants, runHistory } from '#server/testing/histories/run-history.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { runMotionHistory } from '#server/testing/motion-histories/run-history.ts'
import { motionHistories } from '#server/testing/motion-histories/steps.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

const runs = Number(process.env.HISTORIES ?? 2_000)
const perTestApp = 100

/** Runs random histories; `prepare` returns what runs one of them and compares it with the model. */
async function agree<Step>(
  promise: string,
  randomHistories: fc.Arbitrary<readonly Step[]>,
  prepare: (testApp: TestApp) => Promise<(history: readonly Step[]) => Promise<void>>,
): Promise<void> {
  let steps = 0
  for (let seed = 1; seed <= Math.ceil(runs / perTestApp); seed++) {
    // A new database per hundred, so that the checks after every step stay fast.
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    try {
      const run = await prepare(testApp)
      const property = fc.asyncProperty(randomHistories, async (history) => {
        steps += history.length
        await run(history)
      })
      await fc.assert(property, { numRuns: perTestApp, seed })
    } finally {
      await testApp.close()
    }
    console.log(`${promise} seed ${seed}: ${seed * perTestApp} histories, ${steps} steps, all agree`)
  }
  expect(steps).toBeGreaterThan(runs)
}

test(`G6: ${runs} random histories agree with a simple model`, () =>
  agree('G6', histories(40), async (testApp) => {
    const participants = await createParticipants(testApp)
    return (history) => runHistory(participants, history)
  }))

test(`G6: ${runs} random histories of motions agree with a simple model`, () =>
  agree('G6, motions', motionHistories(40), async (testApp) => (history) => runMotionHistory(testApp, history)))
