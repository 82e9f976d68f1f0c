import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkConnection, isOnline, onConnectionChange, watchConnection, whenOnline } from './connection.ts'

let isReachable = true
let asked = 0

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  isReachable = true
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe('/healthz')
    asked += 1
    if (!isReachable) throw new TypeError('Failed to fetch')
    return new Response('', { status: 503 })
  })
  watchConnection()
})

afterEach(async () => {
  isReachable = true
  await checkConnection()
  vi.unstubAllGlobals()
})

test('the browser’s word that the network is gone counts at once, and the server is asked until it answers', async () => {
  isReachable = false
  window.dispatchEvent(new Event('offline'))
  expect(isOnline()).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  const first = asked
  // At growing intervals: fewer questions in the second minute than in the first.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked - first).toBeLessThan(first)
  expect(isOnline()).toBe(false)
  isReachable = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isOnline()).toBe(true)
})

test('the browser’s word that the network is back counts only when the server answers', async () => {
  isReachable = false
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(isOnline()).toBe(false)
  isReachable = true
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(isOnline()).toBe(true)
})

test('several callers ask once, and any answer means that the server can be reached', async () => {
  expect(await Promise.all([checkConnection(), checkConnection(), checkConnection()])).toEqual([true, true, true])
  expect(asked).toBe(1)
})

test('waiting for the connection ends with it, or when it is given up', async () => {
  onlineManager.setOnline(false)
  const seen: string[] = []
  const giving = new AbortController()
  const stop = onConnectionChange((online) => seen.push(online ? 'online' : 'offline'))
  void whenOnline(new AbortController().signal).then(() => seen.push('waited'))
  void whenOnline(giving.signal).then(() => seen.push('given up'))
  giving.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['given up'])
  await checkConnection()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['given up', 'online', 'waited'])
  stop()
})
