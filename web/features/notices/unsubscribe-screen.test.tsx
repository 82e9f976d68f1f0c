import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { UnsubscribeScreen } from './unsubscribe-screen.tsx'

test('nothing changes until the button is pressed, and the mails can be switched back on', async () => {
  let isOn = true
  const asked = serve(({ path, method, body }) => {
    if (path !== 'public/unsubscribe') return undefined
    if (method === 'POST') isOn = (body as { isOn: boolean }).isOn
    return { kind: 'vote', isOn }
  })
  const { user } = showScreen(<UnsubscribeScreen />, '/unsubscribe?token=abc')
  await screen.findByRole('heading', { level: 1, name: 'Stop these mails?' })
  await screen.findByText(/You will no longer get mails that ask you to vote/)
  expect(asked.map(({ method, query }) => [method, query.get('token')])).toEqual([['GET', 'abc']])
  await user.click(screen.getByRole('button', { name: 'Stop these mails' }))
  await screen.findByRole('heading', { level: 1, name: 'These mails have stopped' })
  expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { token: 'abc', isOn: false } })
  await user.click(screen.getByRole('button', { name: 'Switch back on' }))
  await screen.findByRole('heading', { level: 1, name: 'Switched back on' })
  expect(isOn).toBe(true)
})

test('a link that is not valid leads to the profile', async () => {
  serve(() => undefined)
  showScreen(<UnsubscribeScreen />, '/unsubscribe?token=wrong')
  expect(await screen.findByRole('link', { name: 'Open your profile' })).toHaveProperty('pathname', '/profile')
})
