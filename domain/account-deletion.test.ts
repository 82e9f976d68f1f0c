import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deletionObstacle } from './account-deletion.ts'
import { stages } from './stages.ts'

const place = fc.record({
  stage: fc.constantFrom(...stages),
  isOwner: fc.boolean(),
  isShared: fc.boolean(),
  holdsArcs: fc.boolean(),
})

test('an account can be deleted unless one owns a live circle with others, or holds arcs from deciding on', () => {
  fc.assert(
    fc.property(place, (own) => {
      const isHeld = own.stage !== 'ended' && ((own.isOwner && own.isShared) || (own.holdsArcs && own.stage !== 'gathering'))
      expect(deletionObstacle(own) !== null).toBe(isHeld)
    }),
  )
})

test('owning a circle with others comes first: handing it over is what the person has to do first', () => {
  expect(deletionObstacle({ stage: 'deciding', isOwner: true, isShared: true, holdsArcs: true })).toBe('you_own_shared_circle')
  expect(deletionObstacle({ stage: 'deciding', isOwner: false, isShared: true, holdsArcs: true })).toBe('holds_funded_circle')
  expect(deletionObstacle({ stage: 'owning', isOwner: false, isShared: true, holdsArcs: true })).toBe('circle_stays')
})
