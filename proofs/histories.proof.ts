import fc from 'fast-check'
import { expect } from 'vitest'
import { createParticipants, runHistory } from '#server/testing/histories/run-history.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { startTestApp, test } from '#server/testing/test-app.ts'

const runs = Number(process.env.HISTORIES ?? 2_000)
const perTestApp = 100

test(`G6: ${runs} random histories agree with a simple model`, async () => {
  let steps = 0
  for (let seed = 1; seed <= Math.ceil(runs / perTestApp); seed++) {
    // A new database per hundred, so that the checks after every step stay fast.
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    try {
      const cast = await createParticipants(testApp)
      const property = fc.asyncProperty(histories(40), async (history) => {
        steps += history.length
        await runHistory(cast, history)
      })
      await fc.assert(property, { numRuns: perTestApp, seed })
    } finally {
      await testApp.close()
    }
    console.log(`G6 seed ${seed}: ${seed * perTestApp} histories, ${steps} steps, all agree`)
  }
  expect(steps).toBeGreaterThan(runs)
})
