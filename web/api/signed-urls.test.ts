import { beforeEach, expect, test } from 'vitest'
import { forgetSignedUrl, keepSignedUrl, recallSignedUrl } from './signed-urls.ts'
import { clearToken } from './token.ts'

const hour = 60 * 60 * 1000
const now = Date.parse('2026-01-01T00:00:00Z')
const file = { signedUrl: 'https://files.example/a?signature=x', contentType: 'image/png' }

beforeEach(() => localStorage.clear())

test('a signed URL is cached for eleven hours, then requested again', () => {
  keepSignedUrl('a.png', file, now)
  expect(recallSignedUrl('a.png', now + 10 * hour)).toMatchObject(file)
  expect(recallSignedUrl('a.png', now + 12 * hour)).toBeNull()
  expect(recallSignedUrl('b.png', now)).toBeNull()
})

test('expired URLs are removed from storage', () => {
  keepSignedUrl('old.png', file, now)
  keepSignedUrl('new.png', file, now + 12 * hour)
  expect(localStorage.getItem('signedUrls')).not.toContain('old.png')
})

test('one URL can be removed, and all are removed with the session', () => {
  keepSignedUrl('a.png', file, now)
  keepSignedUrl('b.png', file, now)
  forgetSignedUrl('a.png', now)
  expect([recallSignedUrl('a.png', now), recallSignedUrl('b.png', now) !== null]).toEqual([null, true])
  clearToken()
  expect(recallSignedUrl('b.png', now)).toBeNull()
})

test('unreadable storage counts as empty', () => {
  localStorage.setItem('signedUrls', '{broken')
  expect(recallSignedUrl('a.png', now)).toBeNull()
  keepSignedUrl('a.png', file, now)
  expect(recallSignedUrl('a.png', now)).toMatchObject(file)
})
