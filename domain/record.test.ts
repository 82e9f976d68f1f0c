import { expect, test } from 'vitest'
import { defaultRules } from './outcome.ts'
import { type RecordEntry, recordWords } from './record.ts'

const entry: RecordEntry = {
  kind: 'outcome',
  address: '418 Alderstone Way',
  state: 'passes',
  closesAt: null,
  version: 2,
  rules: defaultRules,
}

test('every row of the decision record is one sentence', () => {
  expect(recordWords(entry)).toBe('418 Alderstone Way passes')
  expect(recordWords({ ...entry, state: 'open' })).toBe('418 Alderstone Way is open again')
  expect(recordWords({ ...entry, state: 'blocked' })).toBe('418 Alderstone Way is blocked by a veto')
  expect(recordWords({ ...entry, kind: 'closed' })).toBe('418 Alderstone Way passed')
  expect(recordWords({ ...entry, kind: 'closed', state: 'open' })).toBe('418 Alderstone Way did not pass')
  expect(recordWords({ ...entry, kind: 'closing_date', closesAt: '2026-09-14T10:00:00.000Z' })).toBe(
    '418 Alderstone Way closes on 14 September 2026',
  )
  expect(recordWords({ ...entry, kind: 'closing_date' })).toBe('418 Alderstone Way has no closing date any more')
  expect(recordWords({ ...entry, kind: 'rules', address: null, state: null })).toBe(
    'Version 2 of the rules: Passes with more than half of the arcs held for Ready to Invest, once at least half voted',
  )
})
