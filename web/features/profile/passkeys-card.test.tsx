import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mostPasskeys } from '#domain/passkeys.ts'
import { sampleCreationOptions, samplePasskey } from '#web/testing/sample-passkey.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { madePasskey, refusedWith, stubAuthenticator } from '#web/testing/test-authenticator.ts'
import { PasskeysCard } from './passkeys-card.tsx'

// Loaded on demand: its first import may take longer than a query waits.
beforeAll(async () => void (await import('#web/shared/people/passkey-ceremonies.ts')))
let authenticator: ReturnType<typeof stubAuthenticator>
beforeEach(() => {
  authenticator = stubAuthenticator()
})
afterEach(() => vi.unstubAllGlobals())

test('each passkey is shown with its last use, and can be renamed', async () => {
  const asked = serve(({ method }) =>
    method === 'PUT' ? samplePasskey('Key ring') : [samplePasskey('Phone'), samplePasskey('Laptop', '2026-11-16T13:00:00.000Z')],
  )
  const { user } = showScreen(<PasskeysCard />)
  expect(await screen.findByText('Not used yet')).toBeTruthy()
  expect(screen.getByText(/^Last used/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Rename Phone' }))
  const field = await screen.findByRole('textbox', { name: /Name/ })
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please fill in this field')).toBeTruthy()
  await user.type(field, 'Key ring')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked).toContainEqual(expect.objectContaining({ method: 'PUT', path: 'auth/passkey/Phone', body: { name: 'Key ring' } })),
  )
})

test('a passkey is made after it has a name, and a refusal by the device is explained', async () => {
  const asked = serve(({ path, method }) =>
    path === 'auth/passkey/options' ? sampleCreationOptions : method === 'POST' ? samplePasskey('Phone') : [],
  )
  authenticator.create.mockRejectedValueOnce(refusedWith('InvalidStateError')).mockResolvedValueOnce(madePasskey('answer'))
  const { user } = showScreen(<PasskeysCard />)
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await user.click(await screen.findByRole('button', { name: 'Create passkey' }))
  expect(await screen.findByText('This device has a passkey of your account already.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: 'auth/passkey',
        body: { name: expect.any(String), passkey: expect.objectContaining({ id: 'answer' }) },
      }),
    ),
  )
})

test('no more can be added than an account may have, or where the browser has none', async () => {
  serve(() => Array.from({ length: mostPasskeys }, (_, number) => samplePasskey(`Key ${number}`)))
  showScreen(<PasskeysCard />)
  expect(await screen.findByText('You have 10 passkeys, as many as an account can have.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('a failed list can be loaded again', async () => {
  serve(() => undefined)
  showScreen(<PasskeysCard />)
  expect(await screen.findByText('Your passkeys could not be loaded. Please try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
