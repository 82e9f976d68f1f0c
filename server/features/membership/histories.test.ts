import fc from 'fast-check'
import { createParticipants, runHistory } from '#server/testing/histories/run-history.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { test } from '#server/testing/test-app.ts'

test('random histories of creating, buying, leaving, removing, changing, voting and deleting agree with a simple model', {
  timeout: 180_000,
}, async ({ testApp }) => {
  const cast = await createParticipants(testApp)
  // A fixed number, so that every run tests as much; the proof runs thousands.
  await fc.assert(
    fc.asyncProperty(histories(40), (history) => runHistory(cast, history)),
    { numRuns: 12 },
  )
})
