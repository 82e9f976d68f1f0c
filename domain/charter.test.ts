import { expect, test } from 'vitest'
import { charterClauses } from './charter.ts'
import { kindOf, longestMotionDays, type MotionKind, motionKinds } from './motion-kinds.ts'
import { defaultNoticeSeconds, periodWords } from './notice-period.ts'
import { defaultRules, type Rules } from './outcome.ts'

const notice = periodWords(defaultNoticeSeconds)

function clause(title: string, changed: Partial<Rules> = {}): string {
  const found = charterClauses({ ...defaultRules, ...changed }).find((each) => each.title === title)
  if (!found) throw new Error(`the charter has no ${title}`)
  return found.text
}

test('the charter says what has more say', () => {
  expect(clause('How votes count')).toBe('Votes count by arcs: whoever holds more arcs has more say.')
  expect(clause('How votes count', { countBy: 'people' })).toBe(
    'Votes count by person: every member has one say, however many arcs they hold.',
  )
})

test.each<[Partial<Rules>, string]>([
  [{}, 'more than half of the arcs held vote Ready to Invest. At least half of the arcs held must have voted.'],
  [{ countBy: 'people' }, 'more than half of the members vote Ready to Invest. At least half of the members must have voted.'],
  [{ threshold: 66 }, 'more than 66% of the arcs held vote Ready to Invest.'],
  // More than 99% of twelve arcs is every one.
  [{ threshold: 99 }, 'when all of the arcs held vote Ready to Invest.'],
  [{ quorum: 0 }, 'Ready to Invest. No quorum is needed. It is counted'],
  [{ quorum: 30 }, 'At least 30% of the arcs held must have voted.'],
  [{ quorum: 100 }, 'All of the arcs held must have voted.'],
])('the charter with %j says when a property passes', (changed, words) => {
  expect(clause('When a property passes', changed)).toContain(words)
})

test('the charter says what a veto does', () => {
  expect(clause('Vetoes', { vetoBlocks: true })).toBe('A single veto blocks a property for as long as it stands.')
  expect(clause('Vetoes', { vetoBlocks: false })).toBe('A veto says no. It does not block a property on its own.')
})

test('the charter names the periods and the parts that the rules count with', () => {
  expect(clause('When a property passes')).toContain(`for ${notice} by then`)
  expect(clause('Changing your mind')).toContain(`at least ${notice} ahead`)
  expect(clause('Motions')).toContain(`between one and ${longestMotionDays} days ahead`)
})

test('the charter names every part that a kind of motions needs, as the rules have it', () => {
  const words = [
    [
      'half',
      { release: 'to release a member', owner: 'to name another owner', call: 'to call for money', give_up: 'to give up a purchase' },
    ],
    ['half', { admit: 'to admit a newcomer', settle: 'to settle a transfer of arcs' }],
    ['two thirds', { rules: 'to change these rules' }],
    ['three quarters', { let_go: 'to let a member go', sell: 'to sell the property', wind_up: 'to end the circle' }],
  ] as const
  const parts = { half: 1 / 2, 'two thirds': 2 / 3, 'three quarters': 3 / 4 }
  const [, listed = ''] = clause('Motions').split('which its kind needs: ')
  const named = words.flatMap(([part, kinds]) =>
    Object.entries(kinds).map(([kind, phrase]) => ({ part, kind: kind as MotionKind, phrase })),
  )
  for (const { part, kind, phrase } of named) {
    const { parts: of = 0, of: all = 1 } = kindOf(kind).moreThan ?? {}
    expect([kind, of / all]).toEqual([kind, parts[part]])
    const before = listed.slice(0, listed.indexOf(phrase))
    expect([kind, listed.includes(phrase), Object.keys(parts).findLast((each) => before.includes(each))]).toEqual([kind, true, part])
  }
  const fixed = motionKinds.filter((kind) => kindOf(kind).moreThan)
  expect(new Set(named.map(({ kind }) => kind))).toEqual(new Set(fixed))
})

test.each([
  ['Leaving', 'You can leave while the circle is not fully funded.'],
  ['When the circle is full', 'nobody joins or leaves, except by handing on arcs'],
  ['Changing these rules', 'From the moment every arc is held, only a motion of the members changes them.'],
  ['Members who are away', 'is left out of every count until they come back'],
  ['Being released', 'If more than half of the others agree'],
  ['Being let go', 'more than three quarters of the others'],
  ['Buying', 'Arcstead itself takes no payment'],
  ['Owning', 'A payment needs a motion'],
  ['Handing on your arcs', 'to the members first, for 30 days'],
  ['Ending the circle', 'only once the property is sold and everything is settled and paid out'],
])('the charter promises a buyer, under %s: %s', (title, promise) => {
  expect(clause(title)).toContain(promise)
})
