import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { defaultRules, type Rules } from '#domain/outcome.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/test-app.ts'

test('a new circle has its owner’s rules as the first version of its charter, to which the owner agrees by creating it', async ({
  testApp,
}) => {
  const owner = await testApp.seed.investor()
  const rules: Rules = { countBy: 'people', threshold: 66, quorum: 40, vetoBlocks: true }
  const made = await testApp.call(owner, 'POST', 'app/circle', { ...circleForm(), rules })
  const readCharter = async (id: string) => (await testApp.call(owner, 'GET', `app/circle/${id}`)).data<Circle>().charter
  expect(await readCharter(made.data<Circle>()._id)).toMatchObject({ version: 1, rules })

  const usual = await testApp.call(owner, 'POST', 'app/circle', { ...circleForm(), rules: defaultRules })
  expect(await readCharter(usual.data<Circle>()._id)).toMatchObject({ version: 1, rules: defaultRules })
  for (const circle of [made, usual]) {
    const { accepted } = (await testApp.call(owner, 'GET', `app/circle/${circle.data<Circle>()._id}/charter`)).data<{
      accepted: { version: number } | null
    }>()
    expect(accepted).toMatchObject({ version: 1 })
  }
  const audit = await testApp.db.selectFrom('audit_log').select('facts').where('act', '=', 'charter.accepted').execute()
  expect(audit).toEqual([{ facts: { version: 1 } }, { facts: { version: 1 } }])
  const wrong = await testApp.call(owner, 'POST', 'app/circle', { ...circleForm(), rules: { ...rules, threshold: 400 } })
  expect([wrong.status, wrong.body.fields?.[0]?.field]).toEqual([400, 'rules.threshold'])
})
