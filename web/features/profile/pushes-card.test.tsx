import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mailKindValues } from '#domain/mail-kinds.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { PushesCard } from './pushes-card.tsx'

const allOn = Object.fromEntries(mailKindValues.map((kind) => [kind, true]))
const elsewhere = { _id: 'd1', userAgent: 'Firefox/130 Windows', since: '2026-11-01T08:00:00.000Z', isCurrent: false }

/** A browser that can receive pushes and has not subscribed. jsdom has none of this. */
function pushingBrowser(permission: NotificationPermission) {
  const asked = vi.fn(async () => permission)
  vi.stubGlobal('Notification', { permission: permission === 'granted' ? 'default' : permission, requestPermission: asked })
  vi.stubGlobal('PushManager', class {})
  Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration: async () => undefined }, configurable: true })
  return asked
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a browser without pushes says so, and names how an iPhone gets them', async () => {
  serve(({ path }) => (path === 'app/push' ? { publicKey: 'key', kinds: allOn, devices: [] } : undefined))
  showScreen(<PushesCard />)
  await screen.findByText(/^This browser cannot receive pushes\. On iPhone and iPad, add Arcstead to the home screen/)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('blocked notifications are said, and nothing is asked', async () => {
  const asked = pushingBrowser('denied')
  serve(({ path }) => (path === 'app/push' ? { publicKey: 'key', kinds: allOn, devices: [] } : undefined))
  showScreen(<PushesCard />)
  await screen.findByText(/^Your browser blocks notifications of Arcstead\./)
  expect(asked).not.toHaveBeenCalled()
})

test('permission is asked by the click alone, and a dismissed question is said', async () => {
  const asked = pushingBrowser('default')
  serve(({ path }) => (path === 'app/push' ? { publicKey: 'key', kinds: allOn, devices: [] } : undefined))
  const { user } = showScreen(<PushesCard />)
  const button = await screen.findByRole('button', { name: 'Switch on for this device' })
  expect(asked).not.toHaveBeenCalled()
  await user.click(button)
  expect(asked).toHaveBeenCalledOnce()
  await screen.findByText('Pushes stay off: your browser was not allowed to show notifications.')
})

test('a device elsewhere can be switched off, and each kind has a switch that saves only itself', async () => {
  pushingBrowser('default')
  const state = { publicKey: 'key', kinds: allOn, devices: [elsewhere] }
  const sent = serve(({ path, method, body }) => {
    if (method === 'DELETE') state.devices = []
    if (method === 'PUT') state.kinds = { ...state.kinds, ...(body as { kinds: typeof allOn }).kinds }
    return path.startsWith('app/push') ? state : undefined
  })
  const { user } = showScreen(<PushesCard />)
  const kinds = await screen.findByRole('group', { name: 'What is pushed' })
  await user.click(within(kinds).getByRole('switch', { name: /^A place came free/ }))
  await waitFor(() => expect(within(kinds).getByRole('switch', { name: /^A place came free/ })).toHaveProperty('checked', false))
  await user.click(screen.getByRole('button', { name: 'Switch pushes off, Firefox on Windows' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Other devices with pushes' })).toBeNull())
  expect(sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body ?? null])).toEqual([
    ['PUT', 'app/push', { kinds: { place: false } }],
    ['DELETE', 'app/push/d1', null],
  ])
})
