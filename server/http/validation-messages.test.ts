import { expect } from 'vitest'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/test-app.ts'

test('a validation error names the field in a plain sentence, without the validator’s default text', async ({ testApp }) => {
  const investor = await testApp.seed.investor()
  const problems = async (body: object, path = 'app/circle') => {
    const { status, body: answer } = await testApp.call(investor, 'POST', path, body)
    expect(status).toBe(400)
    return Object.fromEntries((answer.fields ?? []).map(({ field, message }) => [field, message]))
  }
  const criteria = {
    minimumShareSize: '1/7',
    geographicRadius: 1_000,
    bedrooms: { min: 0, max: 3 },
    bathrooms: { min: 'many', max: 3 },
    propertyTypes: 'condo',
    ownerInvestmentAmount: 10.5,
  }
  expect(await problems(circleForm(criteria))).toEqual({
    'investmentCriteria.minimumShareSize': 'The minimum share size must be one of 1/2, 1/3, 1/4, 1/5, 1/6, 1/8, 1/10, 1/12',
    'investmentCriteria.geographicRadius': 'The geographic radius must be at most 100',
    'investmentCriteria.bedrooms.min': 'The bedrooms min must be at least 1',
    'investmentCriteria.bathrooms.min': 'The bathrooms min must be a number',
    'investmentCriteria.propertyTypes': 'The property types must be a list',
    'investmentCriteria.ownerInvestmentAmount': 'The owner investment amount must be a whole number',
  })
  const register = await testApp.call(null, 'POST', 'auth/register', { firstName: 7 })
  const text = JSON.stringify(register.body.fields)
  expect(text).toContain('The first name must be text')
  expect(text).not.toMatch(/expected|received|Too (big|small)|Invalid option/)
})

test('a schema’s own message is kept', async ({ testApp }) => {
  const investor = await testApp.seed.investor()
  const { body } = await testApp.call(investor, 'POST', 'app/circle', circleForm({ totalTargetSize: 5 }))
  expect(body.fields).toContainEqual({ field: 'investmentCriteria.totalTargetSize', message: 'The target must be at least $10,000' })
})
