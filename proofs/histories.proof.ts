import fc from 'fast-check'
import { expect } from 'vitest'
import { createParticipants, runHistory } from '#server/testing/histories/run-history.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { startTestApp, test } from '#server/testing/test-app.ts'

const runs = Number(process.env.HISTORIES ?? 2_000)
const perHouse = 100

test(`G6: ${runs} random histories agree with a small model`, async () => {
  let steps = 0
  for (let seed = 1; seed <= Math.ceil(runs / perHouse); seed++) {
    // A new database for each hundred, so that looking after every step stays quick.
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    try {
      const cast = await createParticipants(testApp)
      const property = fc.asyncProperty(histories(40), async (history) => {
        steps += history.length
        await runHistory(cast, history)
      })
      await fc.assert(property, { numRuns: perHouse, seed })
    } finally {
      await testApp.close()
    }
    console.log(`G6 seed ${seed}: ${seed * perHouse} histories, ${steps} steps, all agree`)
  }
  expect(steps).toBeGreaterThan(runs)
})
