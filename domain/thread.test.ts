import { expect, test } from 'vitest'
import { editableUntil, mayEdit } from './thread.ts'

test('a post may be changed for exactly fifteen minutes', () => {
  const written = new Date('2026-03-01T12:00:00.000Z')
  expect(editableUntil(written).toISOString()).toBe('2026-03-01T12:15:00.000Z')
  expect(mayEdit(written, new Date('2026-03-01T12:14:59.999Z'))).toBe(true)
  expect(mayEdit(written, new Date('2026-03-01T12:15:00.000Z'))).toBe(false)
})
