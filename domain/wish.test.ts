import { expect, test } from 'vitest'
import { wishWords } from './wish.ts'

test('a wish is described in one sentence', () => {
  expect(wishWords({ act: 'join', title: 'Harbor Lofts' })).toBe('You were joining Harbor Lofts')
  expect(wishWords({ act: 'create', title: null })).toBe('You were creating a circle')
  expect(wishWords({ act: 'invitation', title: 'Harbor Lofts' })).toBe('You were invited to Harbor Lofts')
  expect(wishWords({ act: 'join', title: null })).toBe('You were on your way to another page')
})
