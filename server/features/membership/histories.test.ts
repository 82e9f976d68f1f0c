import fc from 'fast-check'
import { gatherCast, play } from '#server/testing/histories/play.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { test } from '#server/testing/house.ts'

test('random histories of creating, buying, leaving, removing, changing, voting and deleting agree with a small model', async ({
  house,
}) => {
  const cast = await gatherCast(house)
  await fc.assert(
    fc.asyncProperty(histories(40), (history) => play(cast, history)),
    // As many as a busy machine manages; the long proof plays thousands.
    { numRuns: 40, interruptAfterTimeLimit: 20_000 },
  )
})
