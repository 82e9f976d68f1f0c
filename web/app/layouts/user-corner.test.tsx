import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { removeSignedUrls } from '#web/api/remove-signed-urls.ts'
import { cacheSignedUrl } from '#web/api/signed-urls.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleUser } from '#web/testing/sample-user.ts'
import { UserCorner } from './user-corner.tsx'

const show = (user: User) =>
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <UserCorner user={user} greeting="none" />
      </MemoryRouter>
    </QueryClientProvider>,
  )

const profile = () => screen.getByRole('link', { name: 'Dana Reed, My Profile' })

afterEach(removeSignedUrls)

test('the top bar shows the person’s picture over the initial', async () => {
  cacheSignedUrl('own-picture', { signedUrl: 'https://files.example/dana.webp', contentType: 'image/webp' })
  show(sampleUser({ profileImageKey: 'own-picture' }))
  expect(profile().textContent).toBe('D')
  await waitFor(() => expect(profile().querySelector('img')?.src).toBe('https://files.example/dana.webp'))
  expect(profile().textContent).toBe('D')
})

test('without a picture it shows the initial', () => {
  show(sampleUser({ profileImageKey: null }))
  expect(profile().textContent).toBe('D')
  expect(profile().querySelector('img')).toBeNull()
})
