import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { dataKeysOf } from '#server/shared/pay-details/data-keys.ts'
import { openDetails, sealDetails } from '#server/shared/pay-details/seal.ts'
import { test, testDataKey } from '#server/testing/test-app.ts'
import { canary, createPayingCircle } from '#server/testing/where-to-pay.ts'
import { rotateDataKey } from './rotate-data-key.ts'

test('replaces the key of all details; with the old one alone they can’t be read any more', async ({ testApp }) => {
  const { circle, usable } = await createPayingCircle(testApp)
  const id = await usable()
  const key = randomBytes(32)
  const place = { id, circleId: circle._id, bankAccountId: null }
  const stored = async () => {
    const row = await testApp.db.selectFrom('pay_details').select(['key_id', 'sealed']).where('id', '=', id).executeTakeFirstOrThrow()
    return { keyId: row.key_id, sealed: row.sealed }
  }
  await expect(rotateDataKey(testApp.db, dataKeysOf(undefined, undefined))).rejects.toThrow('DATA_KEY is not set')
  await expect(rotateDataKey(testApp.db, dataKeysOf(key, undefined))).rejects.toThrow('third key')
  const both = dataKeysOf(key, testDataKey)
  expect(openDetails(both, place, await stored()).accountNumber).toBe(canary)
  expect(await rotateDataKey(testApp.db, both)).toBe(1)
  expect(openDetails(dataKeysOf(key, undefined), place, await stored()).accountNumber).toBe(canary)
  const before = await stored()
  expect(() => openDetails(dataKeysOf(testDataKey, undefined), place, before)).toThrow('key')
  expect(await rotateDataKey(testApp.db, both)).toBe(0)
})

test('the same details are encrypted differently each time, and belong to one row, circle and account', () => {
  const keys = dataKeysOf(testDataKey, undefined)
  const place = { id: 'a', circleId: 'b', bankAccountId: null }
  const details = { payee: 'P', bank: 'B', routingNumber: '021000021', accountNumber: canary }
  const [one, two] = [sealDetails(keys, place, details), sealDetails(keys, place, details)]
  expect(one.sealed.equals(two.sealed)).toBe(false)
  expect(one.sealed.includes(canary)).toBe(false)
  expect(openDetails(keys, place, one)).toEqual(details)
  for (const other of [
    { ...place, id: 'x' },
    { ...place, circleId: 'x' },
    { ...place, bankAccountId: 'x' },
  ])
    expect(() => openDetails(keys, other, one)).toThrow('cannot be read')
  for (const position of [0, 15, one.sealed.length - 1]) {
    const sealed = Buffer.from(one.sealed)
    sealed[position] = (sealed[position] ?? 0) ^ 1
    expect(() => openDetails(keys, place, { ...one, sealed })).toThrow('cannot be read')
  }
})
