import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { newPasswordProblems, passwordProblems } from './password.ts'
import { isConfirmed } from './person.ts'

const tooShort = 'Passwords should be at least 8 characters'
const noLowercase = 'Passwords should contain a lowercase letter'
const noUppercase = 'Passwords should contain an uppercase letter'
const noNumber = 'Passwords should contain a number'
const noSpecial = 'Passwords should contain a special character'
const tooCommon = 'This password is too common'

describe('a password', () => {
  test('that follows the rules has no problems', () => {
    for (const password of ['Arcstead-demo-1', 'kite Marble 7 ~ harbor', 'Öl&Ähre-91x', 'Дом-у-реки-7', `${'x'.repeat(500)}A1!`])
      expect(passwordProblems(password)).toEqual([])
  })

  test('gets every broken rule, in the order of the form', () => {
    expect(passwordProblems('')).toEqual([tooShort, noLowercase, noUppercase, noNumber, noSpecial])
    expect(passwordProblems('kestrel')).toEqual([tooShort, noUppercase, noNumber, noSpecial])
    expect(passwordProblems('KESTREL-7141')).toEqual([noLowercase])
    expect(passwordProblems('Kestrelfjord 74')).toEqual([noSpecial])
  })

  test('counts characters as people do, not UTF-16 units', () => {
    expect(passwordProblems('Aa1!🏡🏡🏡')).toContain(tooShort)
    expect(passwordProblems('Aa1!🏡🏡🏡🏡')).toEqual([])
  })

  test('made of these parts is accepted, and refused if a part is missing', () => {
    const parts = fc.record({
      lower: fc.stringMatching(/^[b-df-hj-np-tv-xz]{5,12}$/),
      upper: fc.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{3,8}$/),
      digits: fc.stringMatching(/^[0-9]{1,4}$/),
      special: fc.stringMatching(/^[-_.:;,#+~]{1,3}$/),
    })
    fc.assert(
      fc.property(parts, ({ lower, upper, digits, special }) => {
        expect(passwordProblems(lower + digits + special + upper)).toEqual([])
        expect(passwordProblems(digits + special + upper)).toContain(noLowercase)
        expect(passwordProblems(lower + digits + special)).toContain(noUppercase)
        expect(passwordProblems(lower + special + upper)).toContain(noNumber)
        expect(passwordProblems(lower + digits + upper)).toContain(noSpecial)
      }),
    )
  })

  test('that attackers try first is refused in any case, with look-alikes and usual suffixes', () => {
    for (const password of [
      'Password1!',
      'pASSWORD123!',
      'P@$$w0rd2024',
      'Summer2026!',
      'Qwerty123!@#',
      '1qaz@WSX',
      'L3tm31n!',
      'Welcome#1',
    ])
      expect(passwordProblems(password)).toEqual([tooCommon])
  })

  test('is refused if it is on a list of thousands, many of which follow the five rules', () => {
    const list = commonPasswords()
    expect(new Set(list.map((password) => password.toLowerCase())).size).toBeGreaterThan(3_000)
    expect(list.filter((password) => !passwordProblems(password).includes(tooCommon))).toEqual([])
    expect(list.filter((password) => passwordProblems(password).length === 1).length).toBeGreaterThan(3_000)
  })

  test('is not refused for containing a common word', () => {
    for (const password of ['Dragon-kestrel-41', 'Summer&the7thWave', 'Monkey#8351-40962']) expect(passwordProblems(password)).toEqual([])
  })

  test('must be typed the same twice', () => {
    expect(newPasswordProblems({ password: 'Kite-Marble-7', confirmPassword: 'Kite-Marble-8' })).toEqual([
      { field: 'confirmPassword', message: 'Passwords do not match' },
    ])
    expect(isConfirmed('a', 'a')).toBe(true)
    expect(isConfirmed('a', 'A')).toBe(false)
    expect(isConfirmed('', '')).toBe(false)
  })
})
