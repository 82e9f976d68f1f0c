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

test('an outcome that changed by itself says why', () => {
  const because = (cause: string, state: RecordEntry['state'] = 'open', rules = defaultRules) =>
    recordWords({ ...entry, cause, state, rules }, 'America/Denver')
  expect(because('joined')).toBe('418 Alderstone Way is open again, because more arcs are held now')
  expect(because('joined', 'open', { ...defaultRules, countBy: 'people' })).toBe(
    '418 Alderstone Way is open again, because there are more members now',
  )
  expect(because('left', 'passes')).toBe('418 Alderstone Way passes, because fewer arcs are held now')
  expect(because('removed', 'passes')).toBe('418 Alderstone Way passes, because fewer arcs are held now')
  expect(because('rules', 'blocked')).toBe('418 Alderstone Way is blocked by a veto, because the rules changed')
  expect(because('motion')).toBe('418 Alderstone Way is open again, because a motion passed')
  expect(because('terms')).toBe('418 Alderstone Way is open again, because the circle’s terms changed')
  expect(because('vote')).toBe('418 Alderstone Way is open again, because a vote was changed or taken back')
  expect(because('vote', 'passes')).toBe('418 Alderstone Way passes')
  expect(recordWords({ ...entry, kind: 'closed', cause: 'closing_date' }, 'America/Denver')).toBe('418 Alderstone Way passed')
})

test('every row of the decision record is one sentence', () => {
  expect(recordWords(entry, 'America/Denver')).toBe('418 Alderstone Way passes')
  expect(recordWords({ ...entry, state: 'open' }, 'America/Denver')).toBe('418 Alderstone Way is open again')
  expect(recordWords({ ...entry, state: 'blocked' }, 'America/Denver')).toBe('418 Alderstone Way is blocked by a veto')
  expect(recordWords({ ...entry, kind: 'closed' }, 'America/Denver')).toBe('418 Alderstone Way passed')
  expect(recordWords({ ...entry, kind: 'closed', state: 'open' }, 'America/Denver')).toBe('418 Alderstone Way did not pass')
  expect(recordWords({ ...entry, kind: 'closing_date', closesAt: '2026-09-14T10:00:00.000Z' }, 'America/Denver')).toBe(
    '418 Alderstone Way closes on 14 September 2026',
  )
  expect(recordWords({ ...entry, kind: 'closing_date' }, 'America/Denver')).toBe(
    'Voting on 418 Alderstone Way has no date any more on which it closes',
  )
  expect(recordWords({ ...entry, kind: 'rules', address: null, state: null }, 'America/Denver')).toBe(
    'Version 2 of the rules: Passes when more than half of all arcs say Ready to Invest, once at least half voted',
  )
})
