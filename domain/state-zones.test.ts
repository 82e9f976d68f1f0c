import { expect, test } from 'vitest'
import { isZone } from './dates.ts'
import { zoneOfState } from './state-zones.ts'

test('a state has a zone by its code or name', () => {
  expect(zoneOfState('CO')).toBe('America/Denver')
  expect(zoneOfState(' colorado ')).toBe('America/Denver')
  expect(zoneOfState('District of Columbia')).toBe('America/New_York')
  expect(zoneOfState('HI')).toBe('Pacific/Honolulu')
})

test('an unknown state has none', () => {
  for (const state of [null, undefined, '', 'Bavaria', 'constructor', '__proto__']) expect(zoneOfState(state)).toBeNull()
})

test('each of the fifty states and the capital has a zone that exists', () => {
  const codes =
    'AL AK AZ AR CA CO CT DC DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
  expect(codes.split(' ')).toHaveLength(51)
  for (const code of codes.split(' ')) expect(isZone(zoneOfState(code) ?? '')).toBe(true)
})
