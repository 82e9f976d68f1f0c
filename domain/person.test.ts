import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import {
  countsAsVerified,
  emailProblem,
  fullName,
  initialOf,
  isConfirmed,
  loginProblems,
  nameProblem,
  newPasswordProblems,
  normalEmail,
  passwordProblems,
  personProblems,
  registrationProblems,
  roleOf,
  shortName,
  statusLabel,
  userType,
  verificationLabel,
} from './person.ts'

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

describe('an e-mail address', () => {
  test.each(['maya@example.com', 'm.o+x@sub.example.co.uk', "o'neil@ex-ample.org", 'A@B.io', 'x@1.example'])('%s is one', (email) => {
    expect(emailProblem(email)).toBeUndefined()
  })

  test.each([
    '',
    'maya',
    'maya@',
    '@example.com',
    'maya@example',
    'maya@@example.com',
    'ma ya@example.com',
    'maya@example..com',
    '.maya@example.com',
    'maya.@example.com',
    'ma..ya@example.com',
    'maya@-example.com',
    'maya@example.c',
    'maya@example.com\nBcc: all@example.com',
    'Maya <maya@example.com>',
    ' maya@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('%j is none', (email) => {
    expect(emailProblem(email)).toBe('Invalid email address')
  })

  test('is the same in upper and lower case', () => {
    expect(normalEmail(' Maya@Example.COM ')).toBe('maya@example.com')
  })
})

describe('a name', () => {
  test.each([
    'Maya',
    'Anne-Marie',
    'José Luis',
    'Łucja',
    'Nguyễn',
    '李',
    'de la Cruz',
    "O'Brien",
    'O’Brien',
    'St. John',
    'Smith Jr.',
    'J.R.',
    "'t Hooft",
    'محمد',
  ])('may be %s', (name) => {
    expect(nameProblem(name, 'First name')).toBeUndefined()
  })

  test.each([
    'R2D2',
    'a@b',
    'A_B',
    '-',
    '. ’',
    'a\tb',
    'a\r\nb',
    '<b>',
    'go to evil.example',
    'x.com',
    'http://a',
    'a/b',
    'a\u202Eb',
    'a\u200Bb',
    'a\0b',
  ])('may not be %j', (name) => {
    expect(nameProblem(name, 'First name')).toBe('First name should not contain symbols or numbers')
    expect(nameProblem(name, 'Last name')).toBe('Last name should not contain symbols or numbers')
  })

  test('is required and has a limited length', () => {
    expect(nameProblem('  ', 'Last name')).toBe('Please provide your last name')
    expect(personProblems({ firstName: ' ' })).toEqual([{ field: 'firstName', message: 'Please provide a first name' }])
    expect(nameProblem('x'.repeat(101), 'First name')).toBe('First name should be at most 100 characters')
  })
})

describe('the account forms', () => {
  const form = {
    firstName: 'Maya',
    lastName: 'Stone',
    email: 'maya@example.com',
    password: 'Kite-Marble-7',
    confirmPassword: 'Kite-Marble-7',
    tos: true,
  }

  test('accept a complete registration', () => {
    expect(registrationProblems(form)).toEqual([])
  })

  test('report everything that is wrong with a registration at once', () => {
    expect(
      registrationProblems({
        firstName: 'M4ya',
        lastName: 'St@ne',
        email: 'maya',
        password: 'kite-marble-7',
        confirmPassword: '',
        tos: false,
      }),
    ).toEqual([
      { field: 'firstName', message: 'First name should not contain symbols or numbers' },
      { field: 'lastName', message: 'Last name should not contain symbols or numbers' },
      { field: 'email', message: 'Invalid email address' },
      { field: 'confirmPassword', message: 'Passwords do not match' },
      { field: 'password', message: noUppercase },
      { field: 'tos', message: 'Acceptance of the Terms of Service is required' },
    ])
  })

  test('require what a sign-in needs', () => {
    expect(loginProblems({ email: '', password: '' })).toEqual([
      { field: 'email', message: 'Please provide your email address' },
      { field: 'password', message: 'Please provide your password' },
    ])
    expect(loginProblems({ email: 'maya@example.com', password: ' ' })).toEqual([])
  })
})

describe('how people are shown', () => {
  const maya = { firstName: 'Maya', lastName: 'stone' }
  const erased = { firstName: '', lastName: '' }

  test('by name, by first name and last initial, by one letter', () => {
    expect(fullName(maya)).toBe('Maya stone')
    expect(shortName(maya)).toBe('Maya S.')
    expect(initialOf({ firstName: 'élodie', lastName: 'X' })).toBe('É')
    expect(initialOf({ firstName: '', lastName: 'Stone' })).toBe('S')
    expect(shortName({ firstName: 'Maya', lastName: '' })).toBe('Maya')
  })

  test('as a former member after deletion', () => {
    expect(fullName(erased)).toBe('Former member')
    expect(shortName(erased)).toBe('Former member')
    expect(initialOf(erased)).toBe('?')
  })

  test('with their status capitalised, or N/A', () => {
    expect(statusLabel('active')).toBe('Active')
    for (const none of [null, undefined, '']) expect(statusLabel(none)).toBe('N/A')
  })

  test('with their type and role', () => {
    const user = (isBroker: boolean, isAdmin: boolean) => ({ isBroker, isVerified: false, permissions: { isAdmin } })
    expect([userType(user(true, false)), userType(user(false, true))]).toEqual(['Broker', 'Investor'])
    expect([roleOf(user(false, true)), roleOf(user(true, false)), roleOf(user(false, false))]).toEqual(['Admin', 'Broker', 'Investor'])
    expect([countsAsVerified(user(false, true)), countsAsVerified(user(false, false))]).toEqual([true, false])
  })

  test('as verified, awaiting or neither; an administrator counts as verified', () => {
    const user = (isVerified: boolean, verificationRequested: boolean, isAdmin = false) =>
      verificationLabel({ isVerified, verificationRequested, permissions: { isAdmin } })
    expect([user(true, true), user(false, true), user(false, false), user(false, true, true)]).toEqual([
      'Verified',
      'Awaiting verification',
      'Not verified',
      'Verified',
    ])
  })
})

test('values set by an administrator follow the same rules, and absent values are not checked', () => {
  expect(personProblems({ firstName: 'R2', email: ' maya@example.com ' })).toEqual([
    { field: 'firstName', message: 'First name should not contain symbols or numbers' },
  ])
  expect(personProblems({ lastName: '', email: 'x' }).map(({ field }) => field)).toEqual(['lastName', 'email'])
})
