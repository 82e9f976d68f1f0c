import fc from 'fast-check'
import { test } from 'vitest'
import { runCallHistory } from '#server/testing/call-histories/run-history.ts'
import { callHistories } from '#server/testing/call-histories/steps.ts'
import { startTestApp } from '#server/testing/test-app.ts'

test('random histories of calling, paying, confirming, sending back, giving up and buying again agree with a simple model', {
  timeout: 300_000,
}, async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  try {
    // A fixed number, so that every run tests as much; the proof runs thousands.
    await fc.assert(
      fc.asyncProperty(callHistories(30), (history) => runCallHistory(testApp, history)),
      { numRuns: 8 },
    )
  } finally {
    await testApp.close()
  }
})
