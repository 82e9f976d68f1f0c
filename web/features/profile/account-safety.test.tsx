import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { samplePasskey } from '#web/testing/sample-passkey.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { DeleteAccountCard } from './delete-account.tsx'
import { ExportCard } from './export-card.tsx'
import { SecurityCard } from './security-card.tsx'

beforeEach(() => vi.stubGlobal('PublicKeyCredential', undefined))
afterEach(() => vi.unstubAllGlobals())

const circles = [
  { _id: 'owned', title: 'Harbor Circle', reason: 'you_own_shared_circle' },
  { _id: 'full', title: 'Canal Street', reason: 'holds_funded_circle' },
]

test('a person whose circles forbid deleting the account reads their names first, and is asked for nothing', async () => {
  const asked = serve(({ path }) => (path === 'app/account-deletion' ? { circles, isLastAdmin: false } : undefined))
  const { user, at } = showScreen(<DeleteAccountCard userId="me" />)
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByRole('heading', { name: 'Your account cannot be deleted yet' })).toBeTruthy()
  expect(screen.getByText(/Hand it over first/)).toBeTruthy()
  expect(screen.getByText(/Ask its members to release you/)).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Canal Street' }))
  expect(at()).toBe('/circle/full')
})

test('a circle that filled up meanwhile is named after the refusal', async () => {
  let isFull = false
  serve(({ path, method }) => {
    if (method === 'DELETE') {
      isFull = true
      return undefined
    }
    return path === 'app/account-deletion' ? { circles: isFull ? circles.slice(1) : [], isLastAdmin: false } : undefined
  })
  const { user } = showScreen(<DeleteAccountCard userId="me" />)
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByRole('heading', { name: 'Are You Sure?' })).toBeTruthy()
  const confirm = (await screen.findAllByRole('button', { name: 'Delete my account' })).at(-1)
  if (confirm) await user.click(confirm)
  expect(await screen.findByRole('link', { name: 'Canal Street' })).toBeTruthy()
})

async function changePassword(has: { passkeys: boolean; calendar: boolean }) {
  const asked = serve(({ path, method }) => {
    if (path === 'auth/passkey') return has.passkeys ? [samplePasskey('Phone')] : []
    if (path === 'app/calendar') return { link: null, since: has.calendar ? '2026-11-16T13:00:00.000Z' : null }
    return method === 'POST' ? {} : undefined
  })
  const { user } = showScreen(<SecurityCard user={sampleUser()} onSaved={() => {}} />)
  await waitFor(() => expect(asked).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByLabelText(/Current password/)
  for (const [label, value] of [
    [/Current password/, 'Larkspur-Terrace-75'],
    [/New password/, 'Quiet-Meadow-31'],
    [/Confirm password/, 'Quiet-Meadow-31'],
  ] as const) {
    await user.click(screen.getByLabelText(label))
    await user.paste(value)
  }
  const boxes = screen.queryAllByRole('checkbox')
  for (const box of boxes) await user.click(box)
  const submit = (await screen.findAllByRole('button', { name: 'Change password' })).at(-1)
  if (submit) await user.click(submit)
  await waitFor(() => expect(asked.some(({ path }) => path === 'auth/change-password')).toBe(true))
  const sent = asked.find(({ path }) => path === 'auth/change-password')?.body
  return { boxes: boxes.length, sent }
}

test.each([
  [{ passkeys: true, calendar: true }, 2, { removePasskeys: true, removeCalendar: true }],
  [{ passkeys: false, calendar: true }, 1, { removePasskeys: false, removeCalendar: true }],
  [{ passkeys: false, calendar: false }, 0, { removePasskeys: false, removeCalendar: false }],
])('with %o, changing the password offers to end them too', async (has, boxes, sent) => {
  expect(await changePassword(has)).toEqual({ boxes, sent: expect.objectContaining(sent) })
})

test('the export asks who it is first, and goes on after the password', async () => {
  let isConfirmed = false
  let exports = 0
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const path = new URL(address, 'http://localhost').pathname
    if (path.endsWith('auth/passkey')) return Response.json({ status: 200, message: 'OK', data: [] })
    if (path.endsWith('auth/step-up')) {
      expect(JSON.parse(String(init?.body))).toEqual({ purpose: 'export_data', password: 'Larkspur-Terrace-75' })
      isConfirmed = true
      return Response.json({ status: 200, message: 'OK', data: {} })
    }
    if (!isConfirmed)
      return Response.json({ status: 400, code: 'step_up_required', message: '', error: 'Please confirm first.' }, { status: 400 })
    exports += 1
    return Response.json({ status: 503, code: 'busy', message: '', error: 'Busy' }, { status: 503 })
  })
  const { user } = showScreen(<ExportCard />)
  await user.click(screen.getByRole('button', { name: 'Export my data' }))
  await user.type(await screen.findByLabelText(/Current password/), 'Larkspur-Terrace-75')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(exports).toBe(1))
})
