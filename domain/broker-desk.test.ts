import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BrokerWait, bringProblem, brokerWaitKinds, brokerWaitWords, deskOf } from './broker-desk.ts'
import { stages } from './stages.ts'

const anyWait: fc.Arbitrary<BrokerWait> = fc.record({
  kind: fc.constantFrom(...brokerWaitKinds),
  name: fc.constantFrom('18 Finch Road', '70 Millrace Yard'),
  path: fc.constant('/'),
  count: fc.integer({ min: 1, max: 9 }),
  since: fc.integer({ min: 0, max: 1e12 }).map((time) => new Date(time).toISOString()),
  dueAt: fc.option(fc.integer({ min: 1e12, max: 2e12 }).map((time) => new Date(time).toISOString())),
})
const anyEntry = fc.record({
  circle: fc.record({
    stage: fc.constantFrom(...stages),
    title: fc.constantFrom('Larkspur Terrace', 'Old Mill Exchange', 'Prospect Row'),
    location: fc.record({ city: fc.constantFrom('Denver', 'Golden'), state: fc.constantFrom('CO', null) }),
  }),
  waits: fc.array(anyWait, { maxLength: 3 }),
})
const anyEntries = fc
  .array(anyEntry, { maxLength: 12 })
  .map((entries) => entries.map(({ circle, waits }) => ({ circle, waits: circle.stage === 'ended' ? [] : waits })))
const anyFilter = fc.record({
  search: fc.constantFrom('', ' ', 'mill', 'DENVER', 'golden, co', 'harvest'),
  stage: fc.constantFrom(null, 'gathering', 'deciding', 'owning'),
} as const)

test('every circle that the search finds is in exactly one part, and the stages add up', () => {
  fc.assert(
    fc.property(anyEntries, fc.constantFrom('', 'mill', 'DENVER', 'harvest'), (entries, search) => {
      const desk = deskOf(entries, { search, stage: null })
      const parts = [...desk.waiting.map(({ circle }) => circle), ...desk.quiet, ...desk.ended]
      const found = entries.filter(({ circle }) => `${circle.title} ${circle.location.city}`.toLowerCase().includes(search.toLowerCase()))
      expect(parts).toHaveLength(found.length)
      expect(new Set(parts)).toEqual(new Set(found.map(({ circle }) => circle)))
      expect(desk.found).toBe(desk.waiting.length + desk.quiet.length)
      expect(desk.stages.reduce((sum, { found }) => sum + found, 0)).toBe(desk.found)
    }),
  )
})

test('a stage shows as many circles as its chip says, and the chips stay the same', () => {
  fc.assert(
    fc.property(anyEntries, anyFilter, (entries, filter) => {
      const all = deskOf(entries, { ...filter, stage: null })
      const desk = deskOf(entries, filter)
      expect(desk.found).toBe(all.found)
      if (filter.stage === null) return
      expect(desk.ended).toEqual([])
      expect(desk.waiting.length + desk.quiet.length).toBe(desk.stages.find(({ stage }) => stage === filter.stage)?.found)
    }),
  )
})

test('circles that wait come newest first; in each, what is due soonest, then the newest', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const { waiting } = deskOf(entries, { search: '', stage: null })
      const newest = waiting.map(({ waits }) => Math.max(...waits.map(({ since }) => Date.parse(since))))
      expect(newest).toEqual(newest.toSorted((a, b) => b - a))
      for (const { waits } of waiting) {
        const due = waits.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]))
        expect(waits.slice(0, due.length).map(({ dueAt }) => dueAt)).toEqual(due.toSorted())
        const rest = waits.slice(due.length).map(({ since }) => since)
        expect(rest).toEqual(rest.toSorted().toReversed())
      }
    }),
  )
})

test('what waits is said in words', () => {
  const wait = { kind: 'question', name: '18 Finch Road', path: '/', count: 1, since: '2026-12-07T10:00:00.000Z', dueAt: null } as const
  expect(brokerWaitWords(wait)).toBe(': 1 question without an answer')
  expect(brokerWaitWords({ ...wait, count: 2 })).toBe(': 2 questions without an answer')
  expect(brokerWaitWords({ ...wait, kind: 'closing' })).toBe(': voting closes')
  expect(brokerWaitWords({ ...wait, kind: 'passed' })).toBe(' passed')
})

test('a circle takes properties until it owns one', () => {
  expect(stages.map(bringProblem)).toEqual([null, null, null, 'Owning: it takes no more properties', 'Ended: it takes no more properties'])
})
