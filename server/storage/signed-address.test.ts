import { expect, test } from 'vitest'
import { getSeconds, putSeconds } from '#domain/files.ts'
import { readAddress, signAddress, type Ticket } from './signed-address.ts'

const secret = new Uint8Array(32).fill(1)
const now = Date.UTC(2026, 0, 1)
const file = { method: 'PUT', key: 'a b.png-2026-01-01T00:00:00.000Z', contentType: 'image/png', size: 70 } as const
const signed = (change: Partial<Ticket> = {}) => new URL(signAddress(secret, { ...file, ...change }, undefined, now), 'http://x')
const read = (url: URL, at = now, key: string = file.key, method: Ticket['method'] = 'PUT') =>
  readAddress(secret, method, key, Object.fromEntries(url.searchParams), at)

test('a signed URL contains what it allows', () => {
  expect(signed().pathname).toBe('/api/files/a%20b.png-2026-01-01T00%3A00%3A00.000Z')
  expect(read(signed())).toEqual({ ...file, expires: now / 1000 + putSeconds })
  expect(read(signed({ size: null }))?.size).toBeNull()
  expect(readAddress(new Uint8Array(32).fill(2), 'PUT', file.key, Object.fromEntries(signed().searchParams), now)).toBeNull()
})

test('a signed URL is valid only as long as its method allows', () => {
  const get = signed({ method: 'GET' })
  expect(read(signed(), now + putSeconds * 1000 - 1)).not.toBeNull()
  expect(read(signed(), now + putSeconds * 1000)).toBeNull()
  expect(read(get, now + getSeconds * 1000 - 1, file.key, 'GET')).not.toBeNull()
  expect(read(get, now + getSeconds * 1000, file.key, 'GET')).toBeNull()
})

test('only the exact signature text is accepted, not others that decode to the same bytes', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const url = signed()
  const right = url.searchParams.get('signature') ?? ''
  const accepted = [...letters].filter((letter) => {
    url.searchParams.set('signature', right.slice(0, -1) + letter)
    return read(url) !== null
  })
  expect(accepted).toEqual([right.at(-1)])
})

test('a signed URL is bound to its file, method, type, size and time', () => {
  const url = signed()
  expect(read(url, now, 'b.png-2026-01-01T00:00:00.000Z')).toBeNull()
  expect(read(url, now, file.key, 'GET')).toBeNull()
  const forged: Record<string, string[]> = {
    type: ['text/html', 'image/PNG', ''],
    size: ['71', '0', '70.0', '7e1', '-70', '', 'null'],
    expires: ['9999999999', '1e20', '', `${url.searchParams.get('expires')} `],
    signature: ['', 'AAAA', `${url.searchParams.get('signature')}A`, 'x'.repeat(43)],
  }
  for (const [name, values] of Object.entries(forged)) {
    for (const value of values) {
      const changed = new URL(url)
      changed.searchParams.set(name, value)
      expect([name, value, read(changed)]).toEqual([name, value, null])
    }
    const without = new URL(url)
    without.searchParams.delete(name)
    expect([name, read(without)]).toEqual([name, null])
    const twice = { ...Object.fromEntries(url.searchParams), [name]: [url.searchParams.get(name), url.searchParams.get(name)] }
    expect([name, readAddress(secret, 'PUT', file.key, twice, now)]).toEqual([name, null])
  }
})
