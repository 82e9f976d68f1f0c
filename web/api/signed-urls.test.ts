import { beforeEach, expect, test } from 'vitest'
import { getSeconds } from '#domain/files.ts'
import { cachedSignedUrl, cacheSignedUrl, removeSignedUrl } from './signed-urls.ts'
import { clearToken } from './token.ts'

const minute = 60 * 1000
const now = Date.parse('2026-01-01T00:00:00Z')
const file = { signedUrl: 'https://files.example/a?signature=x', contentType: 'image/png' }

beforeEach(() => localStorage.clear())

test('a signed URL is cached until a minute before it expires, then requested again', () => {
  expect(getSeconds).toBe(15 * 60)
  cacheSignedUrl('a.png', file, now)
  const until = now + 14 * minute
  expect(cachedSignedUrl('a.png', until - 1)).toMatchObject(file)
  expect(cachedSignedUrl('a.png', until)).toBeNull()
  expect(cachedSignedUrl('b.png', now)).toBeNull()
})

test('expired URLs are removed from storage', () => {
  cacheSignedUrl('old.png', file, now)
  cacheSignedUrl('new.png', file, now + 15 * minute)
  expect(localStorage.getItem('signedUrls')).not.toContain('old.png')
})

test('a URL that was kept for longer, by an earlier version or another clock, is requested again', () => {
  localStorage.setItem('signedUrls', JSON.stringify({ 'a.png': { ...file, until: now + 11 * 60 * minute } }))
  expect(cachedSignedUrl('a.png', now)).toBeNull()
})

test('one URL can be removed, and all are removed with the session', () => {
  cacheSignedUrl('a.png', file, now)
  cacheSignedUrl('b.png', file, now)
  removeSignedUrl('a.png', now)
  expect([cachedSignedUrl('a.png', now), cachedSignedUrl('b.png', now) !== null]).toEqual([null, true])
  clearToken()
  expect(cachedSignedUrl('b.png', now)).toBeNull()
})

test('unreadable storage counts as empty', () => {
  localStorage.setItem('signedUrls', '{broken')
  expect(cachedSignedUrl('a.png', now)).toBeNull()
  cacheSignedUrl('a.png', file, now)
  expect(cachedSignedUrl('a.png', now)).toMatchObject(file)
})
