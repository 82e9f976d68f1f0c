import { describe, expect, test } from 'vitest'
import { countsAsVerified } from './may/person.ts'
import {
  emailProblem,
  fullName,
  initialOf,
  nameProblem,
  normalEmail,
  personProblems,
  roleOf,
  statusLabel,
  userType,
  verificationLabel,
} from './person.ts'

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

describe('how people are shown', () => {
  const maya = { firstName: 'Maya', lastName: 'stone' }
  const erased = { firstName: '', lastName: '' }

  test('by name, by one letter', () => {
    expect(fullName(maya)).toBe('Maya stone')
    expect(initialOf({ firstName: 'élodie', lastName: 'X' })).toBe('É')
    expect(initialOf({ firstName: '', lastName: 'Stone' })).toBe('S')
  })

  test('as a former member after deletion', () => {
    expect(fullName(erased)).toBe('Former member')
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
