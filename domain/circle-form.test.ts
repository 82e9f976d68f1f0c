import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownerAmountOptions, shareCount, targetLimits } from './arcs.ts'
import { minimumShareSizeValues } from './choices.ts'
import {
  adminCircleProblems,
  type CircleForm,
  circleFormProblems,
  isStepValid,
  stepNeeds,
  stepProblems,
  targetQuickPicks,
  wizardSteps,
} from './circle-form.ts'

const criteria = {
  propertyTypes: ['condo'],
  totalTargetSize: 500_000,
  ownerInvestmentAmount: 125_000,
  ownershipStructure: 'llc',
  minimumShareSize: '1/8',
} as const
const form: CircleForm = {
  title: 'Larkspur Terrace',
  description: 'One terrace.',
  location: { city: 'Denver' },
  investmentCriteria: criteria,
}
const financial = (changes: object) => stepProblems('FINANCIAL', { ...form, investmentCriteria: { ...criteria, ...changes } })

describe('the wizard', () => {
  test('has five steps, all valid for a complete circle', () => {
    expect(wizardSteps).toEqual(['BASICS', 'LOCATION', 'PROPERTY', 'FINANCIAL', 'REVIEW'])
    expect(wizardSteps.every((step) => isStepValid(step, form))).toBe(true)
    expect(circleFormProblems(form)).toEqual([])
  })

  test('blocks every empty step except the review', () => {
    expect(wizardSteps.filter((step) => isStepValid(step, {}))).toEqual(['REVIEW'])
  })

  test('treats blank text as empty', () => {
    expect(isStepValid('BASICS', { ...form, title: ' \n' })).toBe(false)
    expect(isStepValid('BASICS', { ...form, description: '\t' })).toBe(false)
    expect(isStepValid('LOCATION', { ...form, location: { city: '  ' } })).toBe(false)
    expect(isStepValid('PROPERTY', { ...form, investmentCriteria: { ...criteria, propertyTypes: [] } })).toBe(false)
  })

  test.each(['totalTargetSize', 'ownerInvestmentAmount', 'ownershipStructure', 'minimumShareSize'])(
    'needs %s in the financial step',
    (field) => {
      for (const nothing of [undefined, null, field === 'ownershipStructure' ? ' ' : 0])
        expect(financial({ [field]: nothing })).toEqual([{ field: `investmentCriteria.${field}`, message: 'Invalid input' }])
    },
  )

  test('offers four quick picks for the target', () => {
    expect(targetQuickPicks.map(({ text, value }) => [text, value])).toEqual([
      ['100k', 100_000],
      ['250k', 250_000],
      ['500k', 500_000],
      ['1M', 1_000_000],
    ])
  })
})

describe('the owner’s investment', () => {
  const problem = (message: string) => [{ field: 'investmentCriteria.ownerInvestmentAmount', message }]

  test('is at least one share, and the form says how much that is', () => {
    expect(financial({ ownerInvestmentAmount: 40_000 })).toEqual(problem('Your investment must be at least $62,500'))
    expect(financial({ totalTargetSize: 100_000, minimumShareSize: '1/3', ownerInvestmentAmount: 33_332 })).toEqual(
      problem('Your investment must be at least $33,333'),
    )
    expect(financial({ totalTargetSize: 2_500_000, minimumShareSize: '1/2' })).toEqual(
      problem('Your investment must be at least $1,250,000'),
    )
  })

  test('is a whole number of shares and no more than the target', () => {
    expect(financial({ ownerInvestmentAmount: 62_501 })).toEqual(problem('Your investment must be a whole number of shares'))
    expect(financial({ ownerInvestmentAmount: 562_500 })).toEqual(problem('Your investment must be at most $500,000'))
  })

  test('is not checked until the target is valid', () => {
    const target = (message: string) => [{ field: 'investmentCriteria.totalTargetSize', message }]
    expect(financial({ totalTargetSize: 9_999 })).toEqual(target('The target must be at least $10,000'))
    expect(financial({ totalTargetSize: 1_000_000_001 })).toEqual(target('The target must be at most $1,000,000,000'))
    expect(financial({ totalTargetSize: 10_000.5 })).toEqual(target('The target must be a whole number of dollars'))
  })

  test('is valid with every button that the page shows', () => {
    const aTarget = fc.integer({ min: targetLimits.minimum, max: targetLimits.maximum })
    fc.assert(
      fc.property(aTarget, fc.constantFrom(...minimumShareSizeValues), (totalTargetSize, minimumShareSize) => {
        for (const { amount } of ownerAmountOptions(totalTargetSize, shareCount(minimumShareSize)))
          expect(financial({ totalTargetSize, minimumShareSize, ownerInvestmentAmount: amount })).toEqual([])
      }),
    )
  })
})

describe('an administrator’s circle', () => {
  const named = { title: 'Larkspur Terrace', location: { city: 'Denver' } }

  test('needs only a title and a city', () => {
    expect(adminCircleProblems({ title: ' ' }).map(({ field }) => field)).toEqual(['title', 'location.city'])
    expect(adminCircleProblems(named)).toEqual([])
    expect(adminCircleProblems({ ...named, investmentCriteria: { totalTargetSize: null, minimumShareSize: '1/2' } })).toEqual([])
  })

  test('has consistent terms, as far as they are given', () => {
    const problems = (investmentCriteria: CircleForm['investmentCriteria']) => adminCircleProblems({ ...named, investmentCriteria })
    expect(problems({ totalTargetSize: 9_999 })).toEqual([
      { field: 'investmentCriteria.totalTargetSize', message: 'The target must be at least $10,000' },
    ])
    expect(problems({ totalTargetSize: 0 })).toHaveLength(1)
    expect(problems({ ownerInvestmentAmount: 50_000 })).toEqual([
      { field: 'investmentCriteria.ownerInvestmentAmount', message: 'Please set the target and the share size first' },
    ])
    expect(problems({ totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 60_000 })).toEqual([
      { field: 'investmentCriteria.ownerInvestmentAmount', message: 'Your investment must be a whole number of shares' },
    ])
    expect(problems({ totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 100_000 })).toEqual([])
  })
})

test('a step that cannot be left says what is missing or wrong', () => {
  expect(stepNeeds('BASICS', { title: ' ' })).toBe('To go on, please complete: Title, Description')
  expect(stepNeeds('BASICS', { title: 'A', description: 'b' })).toBeUndefined()
  expect(stepNeeds('FINANCIAL', { investmentCriteria: { totalTargetSize: 250_000.75, minimumShareSize: '1/2' } })).toBe(
    'To go on, please complete: Your investment, Ownership structure, Total target size',
  )
})
