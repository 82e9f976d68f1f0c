import fc from 'fast-check'
import { createParticipants, runHistory } from '#server/testing/histories/run-history.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { test } from '#server/testing/test-app.ts'

test('random histories of creating, buying, leaving, removing, changing, voting and deleting agree with a simple model', async ({
  testApp,
}) => {
  const cast = await createParticipants(testApp)
  await fc.assert(
    fc.asyncProperty(histories(40), (history) => runHistory(cast, history)),
    // As many as a busy machine manages; the proof runs thousands.
    { numRuns: 40, interruptAfterTimeLimit: 20_000 },
  )
})
