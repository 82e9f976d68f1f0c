import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { StartOptions } from '#contract/acquisition.ts'
import { refusals } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { StartBuying } from './start-buying.tsx'

const omar = { _id: 'omar', name: 'Omar Farouk' }
const celeste = { _id: 'celeste', name: 'Celeste Laurent' }

const options = (waitsFor: StartOptions['properties'][number]['conditions'][number]['waitsFor'], passesNow = true): StartOptions => ({
  properties: [
    {
      _id: 'p1',
      address: '24 Ferry Court',
      price: 647_000,
      passedAt: '2026-11-14T18:00:00.000Z',
      conditions: [
        { key: 'passes_now', isMet: passesNow, words: 'It still passes, counted by the arcs held now', waitsFor: [] },
        { key: 'charter', isMet: waitsFor.length === 0, words: 'Everyone has agreed to version 4 of the charter', waitsFor },
      ],
    },
  ],
  mayStart: true,
  owner: omar,
})

function show(userId: string, waitsFor: readonly { _id: string; name: string }[], { refuse = false, passesNow = true } = {}) {
  const asked = serve(({ method, path }) => {
    if (path === 'app/circle/c1') return sampleCircle()
    if (path === 'app/acquisition/c1/start-options') return options([...waitsFor], passesNow)
    if (method === 'POST' && refuse) throw new ApiError(409, refusals.circle_ended.error, [], 'circle_ended')
    return method === 'POST' ? {} : undefined
  })
  const shown = showScreen(
    <Suspense>
      <StartBuying circleId="c1" userId={userId} />
    </Suspense>,
    '/circle/c1/start-buying',
  )
  return { ...shown, asked, sent: () => asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]) }
}

test('the owner starts buying a property whose conditions are met, after a question, and lands on the purchase', async () => {
  const { user, sent, at } = show('omar', [])
  await user.click(await screen.findByRole('button', { name: 'Start buying' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/nobody leaves by themselves/)
  expect(sent()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Start buying' }))
  await screen.findByText('Elsewhere')
  expect(at()).toBe('/circle/c1/purchase')
  expect(sent()).toEqual([['app/acquisition/c1', { propertyId: 'p1' }]])
})

test('until everyone has agreed to the charter the button waits, and the owner reminds those who have not', async () => {
  const { user, sent } = show('omar', [celeste])
  expect((await screen.findByRole('button', { name: 'Start buying' })).hasAttribute('disabled')).toBe(true)
  const met = screen.getAllByRole('listitem').map((row) => row.getAttribute('data-met'))
  expect(met).toEqual(['true', 'false'])
  screen.getByText(/Waits for .*Celeste Laurent/)
  await user.click(screen.getByRole('button', { name: /Remind .*Celeste Laurent/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reminded' }).hasAttribute('disabled')).toBe(true))
  expect(sent()).toEqual([['app/acquisition/c1/remind-charter', {}]])
})

test('other members read who can start it; one who has not agreed is led to the charter', async () => {
  show('celeste', [celeste])
  await screen.findByText('Omar Farouk')
  screen.getByText('Waits for you.')
  expect(screen.getByRole('link', { name: 'Read and agree' }).getAttribute('href')).toBe('/circle/c1?tab=vote&charter=true')
  expect(screen.queryByRole('button', { name: 'Start buying' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Remind/ })).toBeNull()
})

test('a refusal is shown in the dialog, and nobody is led on', async () => {
  const { user } = show('omar', [], { refuse: true })
  await user.click(await screen.findByRole('button', { name: 'Start buying' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Start buying' }))
  await dialog.findByText(refusals.circle_ended.error)
})

test('a condition that no one person can meet says what it takes', async () => {
  show('omar', [], { passesNow: false })
  const row = (await screen.findByText('It still passes, counted by the arcs held now')).closest('li')
  expect(row?.textContent).toContain('the members vote anew')
  expect(screen.getByRole('button', { name: 'Start buying' }).hasAttribute('disabled')).toBe(true)
})
