import fc from 'fast-check'
import { test } from 'vitest'
import { runMotionHistory } from '#server/testing/motion-histories/run-history.ts'
import { motionHistories } from '#server/testing/motion-histories/steps.ts'
import { startTestApp } from '#server/testing/test-app.ts'

test('random histories of joining, handing on, proposing, voting, withdrawing and closing agree with a simple model', async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  let lastRun: Promise<void> = Promise.resolve()
  try {
    await fc.assert(
      fc.asyncProperty(motionHistories(40), (history) => {
        lastRun = runMotionHistory(testApp, history)
        return lastRun
      }),
      // As many as a busy machine manages.
      { numRuns: 40, interruptAfterTimeLimit: 20_000 },
    )
  } finally {
    // The time limit does not stop the run that it interrupts.
    await lastRun.catch(() => {})
    await testApp.close()
  }
})
