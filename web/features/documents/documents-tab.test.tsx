import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { CircleDocument } from '#contract/documents.ts'
import { askedVersion, sampleAsked, sampleDocument, sampleVersion } from '#web/testing/sample-document.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { DocumentsTab } from './documents-tab.tsx'

const members = [
  ['omar', 'Omar', 'Farouk'],
  ['me', 'Maya', 'Sorensen'],
].map(([userId, firstName, lastName]) => ({
  _id: `of-${userId}`,
  isOwner: userId === 'omar',
  investmentAmount: 450_000,
  createdAt: '2026-03-02T10:00:00.000Z',
  user: { _id: userId, firstName, lastName },
}))

function show(documents: readonly CircleDocument[], { isMember = true } = {}) {
  serve(({ path }) => {
    if (path === 'app/circle-membership/c1') return members
    if (path === 'app/document/c1') return { documents, mayAdd: isMember }
    return documents.find(({ _id }) => path === `app/document/c1/${_id}`)
  })
  return showScreen(
    <Suspense>
      <DocumentsTab circleId="c1" userId={isMember ? 'me' : 'dana'} isMember={isMember} />
    </Suspense>,
  )
}

const rowOf = async (title: string) => within((await screen.findByRole('heading', { level: 3, name: title })).closest('li') as HTMLElement)

test('every shelf is shown with its documents, and a member who is asked is led to signing', async () => {
  const signed = sampleAsked('omar', 'Omar Farouk', { signedAt: '2028-08-30T14:00:00.000Z' })
  show([
    sampleDocument([askedVersion([signed, sampleAsked('me', 'Maya Sorensen')])], { isAsked: true }),
    sampleDocument([sampleVersion({ number: 2 })], { _id: 'd2', title: 'Roof before and after', shelf: 'other' }),
  ])
  const agreement = await rowOf('Operating agreement')
  agreement.getByText('1 of 2')
  agreement.getByText('you are asked')
  expect(agreement.getByRole('link', { name: 'Read and sign Operating agreement' }).getAttribute('href')).toBe(
    '/circle/c1/document/d1/sign',
  )
  const pictures = await rowOf('Roof before and after')
  pictures.getByText('Not asked')
  pictures.getByText(/replaces version 1/)
  const shelves = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(shelves.slice(0, 5)).toEqual(['Agreement', 'Property', 'Closing', 'Book', 'Other'])
  // Beside the shelves: the document that asks for something.
  await waitFor(() => expect(screen.getAllByRole('img', { name: '1 of 2 have signed' })).toHaveLength(2))
})

test('a decline is shown to everyone, and a paper that was signed elsewhere says how many have said so', async () => {
  show([
    sampleDocument([askedVersion([sampleAsked('omar', 'Omar Farouk', { declinedAt: '2028-08-30T14:00:00.000Z', words: 'Too soon' })])]),
    sampleDocument(
      [
        sampleVersion({
          elsewhere: [
            { _id: 'omar', name: 'Omar Farouk', isSo: true, at: '2028-08-30T14:00:00.000Z' },
            { _id: 'me', name: 'Maya Sorensen', isSo: null, at: null },
          ],
        }),
      ],
      { _id: 'd2', title: 'Closing statement', shelf: 'closing', isNamed: true },
    ),
  ])
  ;(await rowOf('Operating agreement')).getByText(/Declined by .*Omar Farouk/)
  const statement = await rowOf('Closing statement')
  statement.getByText('Signed elsewhere: 1 of 2 have said so')
  statement.getByText('your word is asked')
})

test('a broker reads what is shared, without signatures and without a way to add something', async () => {
  show([sampleDocument([], { isShared: true })], { isMember: false })
  const agreement = await rowOf('Operating agreement')
  expect(agreement.queryByText('Not asked')).toBeNull()
  expect(screen.queryByRole('button', { name: /Add document/ })).toBeNull()
  expect(screen.queryByRole('heading', { level: 2, name: 'Book' })).toBeNull()
})

test('a broker with whom nothing is shared reads so', async () => {
  show([], { isMember: false })
  await screen.findByText('Nothing is shared with you')
})
