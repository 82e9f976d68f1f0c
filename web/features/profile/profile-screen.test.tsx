import { onlineManager } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ProfileScreen } from './profile-screen.tsx'

afterEach(() => onlineManager.setOnline(true))

test('opened without a connection, the profile says that it can be opened later, and asks again by itself', async () => {
  act(() => onlineManager.setOnline(false))
  const asked = serve(() => {
    throw new TypeError('no line')
  })
  showScreen(<ProfileScreen />)
  await screen.findByRole('heading', { level: 1, name: 'You are offline' })
  screen.getByText('Your profile can be opened when you are back.')
  const profiles = () => asked.filter(({ path }) => path === 'app/profile').length
  const before = profiles()
  act(() => onlineManager.setOnline(true))
  await screen.findByRole('heading', { level: 1, name: 'Your profile could not be loaded. Please try again.' })
  expect(profiles()).toBeGreaterThan(before)
})
