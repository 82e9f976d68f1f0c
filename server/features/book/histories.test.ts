import fc from 'fast-check'
import { test } from 'vitest'
import { runBookHistory } from '#server/testing/book-histories/run-history.ts'
import { bookHistories } from '#server/testing/book-histories/steps.ts'
import { startTestApp } from '#server/testing/test-app.ts'

test('random histories of booking, reversing, refunding and closing months agree with a simple model', { timeout: 240_000 }, async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  try {
    // A fixed number, so that every run tests as much; the proof runs thousands.
    await fc.assert(
      fc.asyncProperty(bookHistories(25), (history) => runBookHistory(testApp, history)),
      { numRuns: 3, seed: 37, endOnFailure: true },
    )
  } finally {
    await testApp.close()
  }
})
