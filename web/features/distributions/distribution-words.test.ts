import { expect, test } from 'vitest'
import type { Distribution } from '#contract/distributions.ts'
import { oddCentWords, paidWords, wayOf } from './distribution-words.ts'

test('the cent is explained in words', () => {
  expect(oddCentWords([])).toBe('Every arc gets the same, to the cent.')
  expect(oddCentWords([4])).toBe('Arc 4 gets one cent more this time; over the years it evens out.')
  expect(oddCentWords([1, 2, 3, 4, 5])).toBe('Arcs 1–5 get one cent more this time; over the years it evens out.')
})

test('what is paid stands beside what is still owed', () => {
  const of = (paidCents: number, openCents: number) => paidWords({ paidCents, openCents } as Distribution)
  expect(of(1_147_701, 104_336)).toBe('$11,477.01 of $12,520.37 paid, $1,043.36 still owed')
  expect(of(1_252_037, 0)).toBe('$12,520.37 paid')
})

test('the way line says what is done and what comes', () => {
  const steps = (of: Partial<Distribution> | null) =>
    wayOf(of as Distribution | null, (at) => at.slice(0, 10)).map(
      ({ words, isDone, isNow }) => `${words}${isDone ? ' ✓' : isNow ? ' •' : ''}`,
    )
  expect(steps(null)).toEqual(['Not saved yet •', 'The members vote', 'Owed to who receives', 'Matched with the bank'])
  const draftedBy = { _id: 'ben', name: 'Ben Smith' }
  const posted = { state: 'posted', draftedBy, draftedAt: '2028-08-16T10:00:00.000Z', postedOn: '2028-08-23' } as const
  expect(steps({ ...posted, motion: { state: 'passed' } as Distribution['motion'] })).toEqual([
    'Ben Smith, 2028-08-16 ✓',
    'Voted ✓',
    expect.stringContaining('owed •'),
    'Matched with the bank',
  ])
  expect(steps({ ...posted, state: 'paid' }).at(-1)).toBe('Matched with the bank ✓')
})
