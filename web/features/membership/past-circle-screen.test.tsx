import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { PastCircle } from '#contract/past-circles.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { PastCircleScreen } from './past-circle-screen.tsx'

const past: PastCircle = {
  circle: { _id: 'c1', title: 'Larkspur Terrace' },
  leftAt: '2028-05-05T12:00:00.000Z',
  owedCents: 15_000,
  payouts: [{ distributionId: 'x1', postedAt: '2028-04-02T12:00:00.000Z', openCents: 10_000 }],
  signed: [
    {
      documentId: 'd1',
      versionId: 'v1',
      title: 'Operating agreement',
      shelf: 'agreement',
      number: 1,
      fileKey: 'agreement.pdf',
      sha256: 'ab',
      signedAt: '2027-01-03T12:00:00.000Z',
    },
  ],
}

test('what stays to someone who left: what they are owed, statements, what they signed, and the record', async () => {
  serve(({ path }) => {
    if (path === 'app/past-circle/c1') return past
    if (path === 'app/statement/c1') return { years: [{ year: 2027, state: 'issued', issuedAt: null }], isTreasurer: false }
    if (path.startsWith('app/s3/')) return { signedUrl: 'https://files.example/agreement', contentType: 'application/pdf' }
    return undefined
  })
  showScreen(
    <Suspense>
      <PastCircleScreen />
    </Suspense>,
    '/circle/c1/past',
    '/circle/:id/past',
  )
  await screen.findByText('You are owed $150.00.')
  const hrefOf = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await hrefOf(/^Paid out on 2 April 2028/)).toBe('/circle/c1/distributions/x1')
  screen.getByText('Laid out or kept for you')
  expect(await hrefOf(/^Statement 2027/)).toBe('/circle/c1/statement/2027')
  expect(await hrefOf(/^Open .*Operating agreement.*, version 1$/)).toBe('https://files.example/agreement')
  screen.getByRole('button', { name: 'Certificate' })
  expect(await hrefOf(/^Open the record/)).toBe('/circle/c1/past/record')
})
