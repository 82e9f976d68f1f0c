import { expect, test } from 'vitest'
import { dataKeysOf } from './data-keys.ts'
import { openDetails, sealDetails } from './seal.ts'

const keys = dataKeysOf(Buffer.alloc(32, 7), undefined)
const place = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  circleId: '01890a5d-ac96-774b-bcce-b302099a8058',
  bankAccountId: '01890a5d-ac96-774b-bcce-b302099a8059',
}
const details = { payee: 'Front Range Title', bank: 'First Bank', routingNumber: '021000021', accountNumber: '4400918273', iban: null }

test('details are read again however a request spelled the ids of their row, and not in another row', () => {
  const capitals = { ...place, circleId: place.circleId.toUpperCase(), bankAccountId: place.bankAccountId.toUpperCase() }
  const sealed = sealDetails(keys, capitals, details)
  expect(openDetails(keys, place, sealed)).toEqual(details)
  expect(() => openDetails(keys, { ...place, bankAccountId: null }, sealed)).toThrow()
})
