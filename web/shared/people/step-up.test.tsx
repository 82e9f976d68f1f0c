import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type RefusalCode, refusals } from '#contract/errors.ts'
import { api } from '#web/api/client.ts'
import { samplePasskey, sampleRequestOptions } from '#web/testing/sample-passkey.ts'
import { showScreen } from '#web/testing/show-screen.tsx'
import { refusedWith, stubAuthenticator, usedPasskey } from '#web/testing/test-authenticator.ts'
import { useStepUp } from './step-up.tsx'

const passkey = samplePasskey('Phone')
const sent: [path: string, body: unknown][] = []

/** A server that does the act once, after a step-up. */
function serve(passkeys: readonly object[], refuses: RefusalCode | null = null) {
  let isConfirmed = false
  const answer = (path: string): RefusalCode | object => {
    if (path === 'auth/passkey') return passkeys
    if (path === 'auth/step-up/options') return sampleRequestOptions
    if (path === 'auth/step-up') {
      if (refuses) return refuses
      isConfirmed = true
      return {}
    }
    return isConfirmed ? {} : 'step_up_required'
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = url.replace('/api/', '')
    if (init.method === 'POST') sent.push([path, JSON.parse(String(init.body))])
    const data = answer(path)
    if (typeof data !== 'string') return new Response(JSON.stringify({ status: 200, message: 'OK', data }))
    return new Response(JSON.stringify({ code: data, ...refusals[data] }), { status: refusals[data].status })
  })
}

function Act() {
  const [words, say] = useState('')
  const stepUp = useStepUp('change_email')
  const act = () =>
    stepUp
      .run(() => api.post('the/act', {}))
      .then(
        () => say('Done'),
        (error: Error) => say(error.message),
      )
  return (
    <>
      <button type="button" onClick={act}>
        Act
      </button>
      <output>{words}</output>
      {stepUp.dialog}
    </>
  )
}

async function start() {
  const { user } = showScreen(<Act />)
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await screen.findByRole('dialog', { name: 'Is it you?' })
  return user
}

// Loaded on demand: its first import may take longer than a query waits.
beforeAll(async () => void (await import('./passkey-ceremonies.ts')))
let authenticator: ReturnType<typeof stubAuthenticator>
beforeEach(() => {
  authenticator = stubAuthenticator()
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

test('without a passkey the password is asked for, and the act is repeated', async () => {
  serve([])
  const user = await start()
  await user.type(await screen.findByLabelText(/Current password/), 'Larkspur-Terrace-75')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Done')).toBeTruthy()
  expect(sent).toEqual([
    ['the/act', {}],
    ['auth/step-up', { purpose: 'change_email', password: 'Larkspur-Terrace-75' }],
    ['the/act', {}],
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('with a passkey it is asked for, and a cancelled one can be tried again', async () => {
  serve([passkey])
  authenticator.get.mockRejectedValueOnce(refusedWith('NotAllowedError')).mockResolvedValueOnce(usedPasskey('answer'))
  const user = await start()
  await user.click(await screen.findByRole('button', { name: 'Use my passkey' }))
  expect(await screen.findByText('No passkey was used. Please try again.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use my passkey' }))
  expect(await screen.findByText('Done')).toBeTruthy()
  expect(sent).toContainEqual(['auth/step-up', { purpose: 'change_email', passkey: expect.objectContaining({ id: 'answer' }) }])
})

test('the password is there for those without their device, and a wrong one is named', async () => {
  serve([passkey], 'wrong_current_password')
  const user = await start()
  await user.click(await screen.findByRole('button', { name: 'Use my password' }))
  await user.type(screen.getByLabelText(/Current password/), 'Wrong-Password-1')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Your current password is not correct.')).toBeTruthy()
  expect(sent.filter(([path]) => path === 'the/act')).toHaveLength(1)
})

test('a cancelled step-up leaves the act undone, with the reason', async () => {
  serve([])
  const user = await start()
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Please confirm first that it is you.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([['the/act', {}]])
})
