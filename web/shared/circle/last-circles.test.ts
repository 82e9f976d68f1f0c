import { afterEach, expect, test } from 'vitest'
import { backToCircles, lastCircles, rememberCircles } from './last-circles.ts'

afterEach(() => sessionStorage.clear())

test('Back to Circles opens the list as it was left, or its first page', () => {
  expect(backToCircles().to).toBe('/')
  rememberCircles({ address: '/?q=harbor&page=2', y: 840 })
  expect(backToCircles().to).toBe('/?q=harbor&page=2')
  expect(lastCircles().y).toBe(840)
  rememberCircles({ address: '/find-circles/map-view?bbox=1,2,3,4', y: 0 })
  expect(backToCircles().to).toBe('/find-circles/map-view?bbox=1,2,3,4')
})

test.each(['//evil.example', '/logout', 'javascript:alert(1)', '/dashboard'])(
  'a saved address outside Find Circles is ignored: %s',
  (address) => {
    rememberCircles({ address, y: 1 })
    expect(backToCircles().to).toBe('/')
  },
)
