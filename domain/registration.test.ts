import { describe, expect, test } from 'vitest'
import { loginProblems } from './person.ts'
import { registrationProblems } from './registration.ts'

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
      { field: 'password', message: 'Passwords should contain an uppercase letter' },
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
