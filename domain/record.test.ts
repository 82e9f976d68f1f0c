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

test('what came of members who were away and of arcs handed on is said; a cause that says nothing more is left out', () => {
  const words = (cause: string) => recordWords({ ...entry, cause }, 'UTC')
  expect(words('handed_on')).toBe('418 Alderstone Way passes, because arcs were handed on')
  expect(words('silence')).toBe('418 Alderstone Way passes, because a member has been away for long or came back')
  expect(words('closing_date')).toBe('418 Alderstone Way passes')
})

test.each<[Partial<RecordEntry>, string]>([
  [{ kind: 'outcome', address: null, state: null }, 'A property is open again'],
  [{ kind: 'closed', state: null }, '418 Alderstone Way did not pass'],
  [{ kind: 'closed', state: 'blocked' }, '418 Alderstone Way was blocked by a veto'],
  [{ kind: 'closed', state: 'open', outcome: 'too_few_voted' }, '418 Alderstone Way did not pass: too few voted'],
  [{ kind: 'outcome', outcome: 'too_few_voted' }, '418 Alderstone Way passes'],
  [{ kind: 'buying_started' }, 'Buying 418 Alderstone Way started'],
  [{ kind: 'bought' }, 'The circle owns 418 Alderstone Way'],
  [{ kind: 'given_up' }, 'Buying 418 Alderstone Way was given up'],
  [{ kind: 'sold' }, 'The circle sold 418 Alderstone Way'],
  [{ kind: 'motion_made' }, '“A new roof” was proposed'],
  [{ kind: 'motion_made', title: null }, 'A motion was proposed'],
  [{ kind: 'motion_changed' }, '“A new roof” was changed before any vote'],
  [{ kind: 'motion_locked' }, '“A new roof”: text and facts locked by the first vote'],
  [{ kind: 'motion_conflict' }, 'A member is left out of the vote on “A new roof”, by their own word'],
  [{ kind: 'motion_claim' }, '“A new roof” says that its payee is related to another member, who is asked whether that is so'],
  [
    { kind: 'motion_claim', party: 'buyer' },
    '“A new roof” says that its buyer is related to another member, who is asked whether that is so',
  ],
  [{ kind: 'motion_claim_so' }, 'The member named in “A new roof” says: that is so'],
  [{ kind: 'motion_claim_not_so' }, 'The member named in “A new roof” says: that is not so'],
  [{ kind: 'motion_withdrawn' }, '“A new roof” was withdrawn'],
  [{ kind: 'motion_lapsed' }, '“A new roof” lapsed without a result: The circle ended'],
  [{ kind: 'motion_lapsed', lapsed: 'gathering' }, '“A new roof” lapsed without a result: The circle went back to gathering'],
  [{ kind: 'motion_closed', motionOutcome: 'passed' }, '“A new roof” passed'],
  [{ kind: 'motion_closed', motionOutcome: 'did_not_pass' }, '“A new roof” did not pass'],
  [{ kind: 'motion_closed', motionOutcome: 'too_few_voted' }, '“A new roof” did not pass: too few voted'],
  [{ kind: 'motion_ending_waits' }, 'The circle ends by “A new roof” as soon as nothing stands in the way'],
  [{ kind: 'motion_ending_lapsed' }, 'The circle does not end by “A new roof”: not within 180 days'],
  [
    { kind: 'motion_ending_lapsed', endingLapse: 'gathering' },
    'The circle does not end by “A new roof”: the circle went back to gathering',
  ],
  [{ kind: 'motion_ended_circle' }, 'The circle ended by “A new roof”'],
])('%j is recorded as: %s', (changed, words) => {
  expect(recordWords({ ...entry, title: 'A new roof', ...changed }, 'UTC')).toBe(words)
})
