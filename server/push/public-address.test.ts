import { expect, test } from 'vitest'
import { isPublicAddress, isPublicHttps } from './public-address.ts'

test.each(['8.8.8.8', '34.107.221.82', '2606:4700::6810:84e5', '2a00:1450:4001:82a::200a'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'no address',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  'https://127.0.0.1/push',
  'https://2130706433/push',
  'https://0x7f.1/push',
  'https://[::1]/push',
  'https://[::ffff:10.0.0.1]/push',
  'https://localhost/push',
  'http://8.8.8.8/push',
  'https://user:secret@8.8.8.8/push',
])('no push is sent to %s', async (url) => {
  expect(await isPublicHttps(new URL(url))).toBe(false)
})

test('a public address by https is allowed', async () => {
  expect(await isPublicHttps(new URL('https://8.8.8.8/push'))).toBe(true)
})
