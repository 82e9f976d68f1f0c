import fc from 'fast-check'
import { test } from 'vitest'
import { runMotionHistory } from '#server/testing/motion-histories/run-history.ts'
import { motionHistories } from '#server/testing/motion-histories/steps.ts'
import { startTestApp } from '#server/testing/test-app.ts'

test('random histories of joining, handing on, proposing, voting, withdrawing and closing agree with a simple model', {
  timeout: 180_000,
}, async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  try {
    // A fixed number, so that every run tests as much; the proof runs thousands.
    await fc.assert(
      fc.asyncProperty(motionHistories(40), (history) => runMotionHistory(testApp, history)),
      { numRuns: 12 },
    )
  } finally {
    await testApp.close()
  }
})
