import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { defaultRules, type Rules } from '#domain/outcome.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/test-app.ts'

test('a new circle has its owner’s rules as the first version of its charter', async ({ testApp }) => {
  const owner = await testApp.seed.investor()
  const rules: Rules = { countBy: 'people', threshold: 66, quorum: 40, vetoBlocks: true }
  const made = await testApp.call(owner, 'POST', 'app/circle', { ...circleForm(), rules })
  const readCharter = async (id: string) => (await testApp.call(owner, 'GET', `app/circle/${id}`)).data<Circle>().charter
  expect(await readCharter(made.data<Circle>()._id)).toMatchObject({ version: 1, rules })

  const usual = await testApp.call(owner, 'POST', 'app/circle', { ...circleForm(), rules: defaultRules })
  expect(await readCharter(usual.data<Circle>()._id)).toMatchObject({ version: 1, rules: defaultRules, at: null })
  const wrong = await testApp.call(owner, 'POST', 'app/circle', { ...circleForm(), rules: { ...rules, threshold: 400 } })
  expect([wrong.status, wrong.body.fields?.[0]?.field]).toEqual([400, 'rules.threshold'])
})
