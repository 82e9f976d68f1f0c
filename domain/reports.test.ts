import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longestReportWords, mainReason, reportProblems, reportReasonValues, reportTitle } from './reports.ts'

const reasons = fc.constantFrom(...reportReasonValues)

describe('a report', () => {
  test('needs one of the reasons, and words only for something else', () => {
    fc.assert(
      fc.property(reasons, fc.string({ maxLength: longestReportWords }), (reason, words) => {
        expect(reportProblems({ reason, words }).length).toBe(reason === 'other' && words.trim() === '' ? 1 : 0)
      }),
    )
    expect(reportProblems({ reason: '', words: '' }).map(({ field }) => field)).toEqual(['reason'])
    expect(reportProblems({ reason: 'misleading', words: 'x'.repeat(longestReportWords + 1) }).map(({ field }) => field)).toEqual(['words'])
  })

  test('is named by what it is and its circle, also after its content was erased', () => {
    expect(reportTitle({ kind: 'post', name: 'Hector Ibarra', circleTitle: 'Larkspur Terrace' })).toBe('Post in Larkspur Terrace')
    expect(reportTitle({ kind: 'question', name: null, circleTitle: 'Clear Creek Lofts' })).toBe('Question on Clear Creek Lofts')
    expect(reportTitle({ kind: 'person', name: 'Hector Ibarra', circleTitle: null })).toBe('Hector Ibarra')
    expect(reportTitle({ kind: 'post', name: null, circleTitle: null })).toBe('Post')
  })

  test('has the reason that nobody names less often than another one', () => {
    fc.assert(
      fc.property(fc.array(reasons, { minLength: 1 }), (given) => {
        const count = (reason: string) => given.filter((other) => other === reason).length
        const main = mainReason(given)
        expect(Math.max(...given.map(count))).toBe(count(main ?? ''))
      }),
    )
    expect(mainReason([])).toBeNull()
  })
})
