import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { CircleDocument } from '#contract/documents.ts'
import { type RefusalCode, refusals } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { askedVersion, sampleAsked, sampleDocument, sampleVersion } from '#web/testing/sample-document.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { SignPage } from './sign-screen.tsx'

const maya = sampleUser({ _id: 'me', firstName: 'Maya', lastName: 'Sørensen' })
const members = [{ _id: 'of-me', isOwner: false, investmentAmount: 450_000, createdAt: '2026-03-02T10:00:00.000Z', user: { ...maya } }]
const asked = sampleDocument([askedVersion([sampleAsked('me', 'Maya Sørensen')])], { isAsked: true, mayDecline: true })
const signed = sampleDocument([askedVersion([sampleAsked('me', 'Maya Sørensen', { signedAt: '2028-09-02T08:34:00.000Z' })])])

const refuse = (code: RefusalCode) => {
  throw new ApiError(refusals[code].status, refusals[code].error, [], code)
}

/** The first write meets `refusal`, if there is one; after a step-up or a reload the server shows `afterwards`. */
function show({ afterwards = signed as CircleDocument, refusal }: { afterwards?: CircleDocument; refusal?: RefusalCode } = {}) {
  let now: CircleDocument = asked
  let isConfirmed = false
  const requests = serve(({ method, path }) => {
    if (path === 'app/circle/c1') return sampleCircle({ title: 'Larkspur Terrace' })
    if (path === 'app/circle-membership/c1') return members
    if (path === 'auth/passkey') return []
    if (path === 'auth/step-up') {
      isConfirmed = true
      return {}
    }
    if (!path.startsWith('app/document/c1/d1')) return undefined
    if (method === 'GET') return now
    if (refusal) {
      now = afterwards
      refuse(refusal)
    }
    if (path.endsWith('/sign') && !isConfirmed) refuse('step_up_required')
    now = afterwards
    return now
  })
  const shown = showScreen(
    <Suspense>
      <SignPage circleId="c1" documentId="d1" user={maya} />
    </Suspense>,
  )
  const sent = () => requests.filter(({ method, path }) => method === 'POST' && path.startsWith('app/document'))
  return { ...shown, sent }
}

async function fillIn({ user }: ReturnType<typeof show>, name = 'maya  sørensen') {
  await user.click(await screen.findByRole('checkbox', { name: /^I sign this document electronically/ }))
  await user.type(screen.getByLabelText(/Your full name/), name)
  await user.click(screen.getByRole('button', { name: 'Sign' }))
}

test('nothing is sent without the consent and the name of the profile', async () => {
  const shown = show()
  await shown.user.click(await screen.findByRole('button', { name: 'Sign' }))
  await screen.findByText('Please read this and tick it')
  screen.getByText('Please type your full name')
  await shown.user.type(screen.getByLabelText(/Your full name/), 'M. Sorenson')
  await shown.user.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByText(/This is not the name on your profile, .*Maya Sørensen/)
  expect(shown.sent()).toEqual([])
})

test('the hash of what is shown is signed, after the person has confirmed that it is them', async () => {
  const shown = show()
  await fillIn(shown)
  const stepUp = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await shown.user.type(stepUp.getByLabelText(/Current password/), 'secret')
  await shown.user.click(stepUp.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('heading', { level: 2, name: 'Signed by all' })
  screen.getByRole('button', { name: 'Certificate' })
  expect(shown.sent().at(-1)).toMatchObject({
    path: 'app/document/c1/d1/sign',
    body: { versionId: 'v1', sha256: '1'.repeat(64), name: 'maya  sørensen', consentVersion: 1 },
  })
})

test('a version that was replaced while reading is not signed, and the new one can be read', async () => {
  const second = askedVersion([sampleAsked('me', 'Maya Sørensen')], { _id: 'v2', number: 2, sha256: '2'.repeat(64) })
  const replaced = sampleDocument([second, sampleVersion()], { isAsked: true, mayDecline: true })
  const shown = show({ refusal: 'document_superseded', afterwards: replaced })
  await fillIn(shown)
  await screen.findByText('Version 1 was replaced by version 2 while you were reading. Nothing was signed.')
  expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull()
  screen.getByText('1'.repeat(64))
  await shown.user.click(screen.getByRole('button', { name: 'Read version 2' }))
  await screen.findByText('2'.repeat(64))
  screen.getByRole('button', { name: 'Sign' })
})

test('one says with words that one does not sign', async () => {
  const declined = sampleDocument(
    [askedVersion([sampleAsked('me', 'Maya Sørensen', { declinedAt: '2028-09-02T08:34:00.000Z', words: 'The roof is missing' })])],
    { isAsked: true },
  )
  const { user, sent } = show({ afterwards: declined })
  await user.click(await screen.findByRole('button', { name: 'I do not want to sign' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Not sign?' }))
  await user.type(dialog.getByLabelText(/^Why/), 'The roof is missing')
  await user.click(dialog.getByRole('button', { name: 'Do not sign' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toMatchObject([{ path: 'app/document/c1/d1/decline', body: { versionId: 'v1', words: 'The roof is missing' } }])
  // They may still change their mind.
  screen.getByRole('button', { name: 'Sign' })
})
