import { expect, test } from 'vitest'
import { foldName, spellingsOf } from './spellings.ts'

test.each([
  ['Cañon City', 'canon city'],
  ['ÇÉÑÜ', 'cenu'],
  ["O'Fallon", 'ofallon'],
  ['ʻEwa Beach', 'ewa beach'],
  ['Winston-Salem', 'winston salem'],
  ['St. Louis', 'st louis'],
  ['  Two   words ', 'two words'],
  ['Rock & Roll', 'rock and roll'],
  ['Straße', 'strasse'],
  ['\u0000\u200b🏠', ''],
])('%j is compared as %j', (text, folded) => {
  expect(foldName(text)).toBe(folded)
})

test('folding is idempotent', () => {
  for (const text of ["Coeur d'Alene", 'Łódź', 'İstanbul', 'ǅ']) expect(foldName(foldName(text))).toBe(foldName(text))
})

test('a place is found by its name alone and with its state, with "Saint" abbreviated or not', () => {
  const names = spellingsOf({ city: 'St. Paul', state: 'Minnesota', stateCode: 'MN', country: 'US', also: [] })
  expect(names.filter(({ is_plain }) => is_plain).map(({ name }) => name)).toEqual(['st paul', 'saint paul'])
  expect(names.map(({ name }) => name)).toContain('saint paul minnesota')
  expect(names.map(({ name }) => name)).toContain('st paul mn')
})
