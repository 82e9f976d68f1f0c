import { describe, expect, test } from 'vitest'
import { targetLimits } from '#domain/arcs.ts'
import { longestDescription, longestTitle, targetProblem } from '#domain/circle-form.ts'
import { investmentRange } from '#domain/criteria.ts'
import { fillIn } from '#domain/form.ts'
import { largestPageSize, largestRecordPageSize } from '#domain/pages.ts'
import { longestName, nameProblem } from '#domain/person.ts'
import { investmentPreference } from './accounts.ts'
import { addBrokerRequest, adminSaveUserRequest } from './admin.ts'
import { investmentCriteria, saveCircleRequest } from './circles.ts'
import { recordQuery } from './deciding.ts'
import { noticeQuery } from './notices.ts'

const messageOf = (result: { error?: { issues: readonly { message: string }[] } | undefined }) => result.error?.issues[0]?.message

describe('a schema refuses with the sentence of the rule', () => {
  test.each([targetLimits.minimum - 1, targetLimits.maximum + 1])('a target of %i', (target) => {
    const { totalTargetSize } = investmentCriteria.shape
    expect(messageOf(totalTargetSize.safeParse(target))).toBe(targetProblem(target))
  })

  test('a text that is empty or too long', () => {
    const of = (form: object) => messageOf(saveCircleRequest.safeParse(form))
    expect(of({ title: ' ' })).toBe(fillIn)
    expect(of({ title: 'x'.repeat(longestTitle) })).toBeUndefined()
    expect(of({ title: 'x'.repeat(longestTitle + 1) })).toBe(`Please use at most ${longestTitle} characters`)
    expect(of({ description: 'x'.repeat(longestDescription + 1) })).toBe(`Please use at most ${longestDescription} characters`)
  })
})

test('the ends of the investment slider are valid preferences, and nothing beyond', () => {
  const { propertyInvestmentRange: range } = investmentPreference.shape
  const { min, max } = investmentRange
  expect(range.safeParse({ min, max }).success).toBe(true)
  expect(range.safeParse({ min: min - 1, max }).success).toBe(false)
  expect(range.safeParse({ min, max: max + 1 }).success).toBe(false)
})

test('a page is as long as its list allows, and no longer', () => {
  expect(noticeQuery.safeParse({ pageSize: largestPageSize }).success).toBe(true)
  expect(noticeQuery.safeParse({ pageSize: largestPageSize + 1 }).success).toBe(false)
  expect(recordQuery.safeParse({ pageSize: largestRecordPageSize }).success).toBe(true)
  expect(recordQuery.safeParse({ pageSize: largestRecordPageSize + 1 }).success).toBe(false)
})

test('an administrator may write a name as long as its owner may', () => {
  const longest = 'x'.repeat(longestName)
  expect(nameProblem(longest, 'First name')).toBeUndefined()
  for (const request of [adminSaveUserRequest, addBrokerRequest]) {
    expect(request.shape.firstName.safeParse(longest).success).toBe(true)
    expect(request.shape.lastName.safeParse(`${longest}x`).success).toBe(false)
  }
})
