import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

test('a name in Arabic or Hebrew is isolated, others stay as they are', () => {
  expect(isolate('محمد')).toBe('\u2068محمد\u2069')
  expect(isolate('דוד Levi')).toBe('\u2068דוד Levi\u2069')
  for (const name of ['Nora Lindqvist', '李小龍', 'Zoë O’Neil', '12 Ferry Court', '🏡', '']) expect(isolate(name)).toBe(name)
})

test('a name cannot end its isolation or turn the text after it', () => {
  const directions = [
    '\u061C',
    '\u200E',
    '\u200F',
    '\u202A',
    '\u202B',
    '\u202C',
    '\u202D',
    '\u202E',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ]
  const name = fc.array(fc.constantFrom('a', 'م', 'ש', '1', ' ', ...directions)).map((parts) => parts.join(''))
  fc.assert(
    fc.property(name, (text) => {
      const plain = isolate(text).replace(/^\u2068([\s\S]*)\u2069$/, '$1')
      expect(directions.some((direction) => plain.includes(direction))).toBe(false)
      expect(isolate(text).startsWith('\u2068')).toBe(/[مש]/.test(text))
      expect(isolate(isolate(text))).toBe(isolate(text))
    }),
  )
})
