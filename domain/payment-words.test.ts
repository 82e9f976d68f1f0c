import { expect, test } from 'vitest'
import { mayConfirmPaidBack, mayGiveWord, wordsNeeded } from './payment-words.ts'

test('a payment needs the word of two others, of one where there is only one, and of nobody who is alone', () => {
  expect([1, 2, 3, 12].map(wordsNeeded)).toEqual([0, 1, 2, 2])
})

test('nobody confirms their own payment, and nobody twice', () => {
  const payment = { payer: 'Ann', words: ['Ben'] }
  expect(['Ann', 'Ben', 'Cy'].map((user) => mayGiveWord(user, payment))).toEqual([false, false, true])
})

test('money sent back is confirmed by its receiver, and by another member where the receiver recorded it', () => {
  const members = ['Ann', 'Ben', 'Cy']
  const who = (receiver: string, recordedBy: string) =>
    members.filter((user) => mayConfirmPaidBack(user, { receiver, recordedBy, members }))
  expect(who('Ann', 'Ben')).toEqual(['Ann'])
  expect(who('Ben', 'Ben')).toEqual(['Ann', 'Cy'])
  expect(who('Former', 'Ben')).toEqual(['Ann', 'Cy'])
  expect(mayConfirmPaidBack('Ann', { receiver: 'Ann', recordedBy: 'Ann', members: ['Ann'] })).toBe(true)
})
