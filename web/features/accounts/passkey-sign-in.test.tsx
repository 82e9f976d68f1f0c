import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearToken, readToken } from '#web/api/token.ts'
import { sampleRequestOptions } from '#web/testing/sample-passkey.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { refusedWith, stubAuthenticator, usedPasskey } from '#web/testing/test-authenticator.ts'
import { LoginScreen } from './login-screen.tsx'

const token = { accessToken: 'new', refreshToken: 'r', tokenType: 'Bearer' }
const never = () => new Promise(() => {})

const serveSignIn = (isKnown = true) =>
  serve(({ path }) => {
    if (path === 'auth/passkey/sign-in-options') return sampleRequestOptions
    if (path === 'auth/passkey/sign-in') return isKnown ? { token, redirectUrl: '/dashboard' } : undefined
    return path === 'auth/whoami' ? { isLoggedIn: true, user: sampleUser() } : null
  })

// Loaded on demand: its first import may take longer than a query waits.
beforeAll(async () => void (await import('#web/shared/people/passkey-ceremonies.ts')))
let authenticator: ReturnType<typeof stubAuthenticator>
beforeEach(() => {
  authenticator = stubAuthenticator()
})
afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

test('a passkey chosen among the suggestions of the e-mail field signs in', async () => {
  const asked = serveSignIn()
  authenticator.get.mockResolvedValueOnce(usedPasskey('answer')).mockImplementation(never)
  showScreen(<LoginScreen />, '/login')
  expect(screen.getByLabelText(/Email/).getAttribute('autocomplete')).toBe('username webauthn')
  await waitFor(() => expect(readToken()).toEqual(token))
  expect(authenticator.get).toHaveBeenCalledWith(expect.objectContaining({ mediation: 'conditional' }))
  const body = { passkey: expect.objectContaining({ id: 'answer' }) }
  expect(asked).toContainEqual(expect.objectContaining({ path: 'auth/passkey/sign-in', body }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

test('the button signs in too; an unknown passkey gets the message of a wrong password', async () => {
  serveSignIn(false)
  authenticator.get.mockImplementation(({ mediation }) => (mediation ? never() : Promise.resolve(usedPasskey('answer'))))
  const { user } = showScreen(<LoginScreen />, '/login')
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByText('Login unsuccessful, please check your details and try again.')).toBeTruthy()
})

test('a cancelled dialog is no failed sign-in', async () => {
  serveSignIn()
  authenticator.get.mockImplementation(({ mediation }) => (mediation ? never() : Promise.reject(refusedWith('NotAllowedError'))))
  const { user } = showScreen(<LoginScreen />, '/login')
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByText('No passkey was used. Please try again.')).toBeTruthy()
})

test('where the browser has no passkeys, the form is as before', () => {
  vi.unstubAllGlobals()
  const asked = serveSignIn()
  showScreen(<LoginScreen />, '/login')
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  expect(asked).toEqual([])
})
