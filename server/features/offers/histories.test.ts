import fc from 'fast-check'
import { test } from 'vitest'
import { runOfferHistory } from '#server/testing/offer-histories/run-history.ts'
import { offerHistories } from '#server/testing/offer-histories/steps.ts'
import { startTestApp } from '#server/testing/test-app.ts'

test('in random histories of offers no arc ever has two holders or none', { timeout: 300_000 }, async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  try {
    // A fixed number, so that every run tests as much; the proof runs ten thousand.
    await fc.assert(
      fc.asyncProperty(offerHistories(25), (history) => runOfferHistory(testApp, history)),
      { numRuns: 6 },
    )
  } finally {
    await testApp.close()
  }
})
