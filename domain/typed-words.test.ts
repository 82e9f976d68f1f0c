import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTyped } from './typed-words.ts'

test('the words count, whatever spaces are around and between them', () => {
  const word = fc.stringMatching(/^[A-Za-zé’0-9]{1,8}$/)
  const spaces = fc.constantFrom(' ', '  ', '\t', ' \n ')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), spaces, spaces, (words, between, around) => {
      expect(isTyped(`${around}${words.join(between)}${around}`, words.join(' '))).toBe(true)
      expect(isTyped(words.join(' ').slice(0, -1), words.join(' '))).toBe(false)
      expect(isTyped(`${words.join(' ')} x`, words.join(' '))).toBe(false)
    }),
  )
})

test.each([
  ['', 'Harbor Point Flats'],
  ['harbor point flats', 'Harbor Point Flats'],
  ['', ''],
  [' ', ' '],
])('%j does not confirm %j', (typed, words) => {
  expect(isTyped(typed, words)).toBe(false)
})
