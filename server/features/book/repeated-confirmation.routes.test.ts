import { expect } from 'vitest'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { insertPaper, stepUpFor } from '#server/testing/buying-circle.ts'
import { test } from '#server/testing/test-app.ts'

test('a repeated confirmation of an outlay or a month answers as the first one, after its step-up is used up too', {
  timeout: 180_000,
}, async ({ testApp }) => {
  const { ben, cy, circleId, operating, files, post, url, decide } = await createBookCircle(testApp)
  await decide({ kind: 'treasurer', member: ben._id })
  const twice = async (path: string, body?: object) => {
    await stepUpFor(testApp, cy, 'confirm_money')
    const confirm = () => testApp.call(cy, 'POST', `${url}/${path}`, body, { 'idempotency-key': path })
    const answers = [await confirm(), await confirm()]
    expect([path, ...answers.map(({ status }) => status), answers[0]?.text]).toEqual([path, 200, 200, answers[1]?.text])
    expect((await post(cy, path, body)).status).not.toBe(200)
  }
  const bill = { person: ben._id, account: 'repairs', amountCents: 4_500, day: '2025-03-15', payee: 'Locksmith', relatedMember: null }
  const documentVersionId = await insertPaper(testApp, circleId, ben)
  const { outlayId } = (await post(ben, 'outlay', { ...bill, documentVersionId })).data<{ outlayId: string }>()
  await twice(`outlay/${outlayId}/confirm`)

  const file = bankFile(operating, bankCsv([['2025-01-10', 100, 'RENT']]), { from: '2025-01-01', to: '2025-01-31' })
  expect((await testApp.call(ben, 'POST', `${files}/import`, file)).status).toBe(200)
  const [line] = await testApp.db.selectFrom('bank_lines').select('id').execute()
  const rent = { what: 'rent', bankAccountId: operating, amountCents: 100, bankLineId: line?.id, payee: 'Tenant' }
  expect((await post(ben, 'income', rent)).status).toBe(200)
  await twice('month/2025-01/confirm', { balances: [{ bankAccountId: operating, typedCents: 100 }] })
})
