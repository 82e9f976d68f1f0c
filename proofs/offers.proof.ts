import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runOfferHistory } from '#server/testing/offer-histories/run-history.ts'
import { offerHistories } from '#server/testing/offer-histories/steps.ts'
import { startTestApp } from '#server/testing/test-app.ts'

const runs = Number(process.env.OFFER_HISTORIES ?? 10_000)
const perTestApp = 100

test(`G27: in ${runs} random histories of offers no arc ever has two holders or none`, async () => {
  let steps = 0
  for (let seed = 1; seed <= Math.ceil(runs / perTestApp); seed++) {
    // A new database per hundred, so that the checks after every step stay fast.
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    try {
      const property = fc.asyncProperty(offerHistories(30), async (history) => {
        steps += history.length
        await runOfferHistory(testApp, history)
      })
      await fc.assert(property, { numRuns: Math.min(perTestApp, runs), seed })
    } finally {
      await testApp.close()
    }
    console.log(`G27 seed ${seed}: ${Math.min(seed * perTestApp, runs)} histories, ${steps} steps, all agree`)
  }
  expect(steps).toBeGreaterThan(runs)
})
