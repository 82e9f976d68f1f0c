import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleProperty } from '#web/testing/sample-property.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ListingPicture, StoredPicture } from './listing-picture.tsx'

const minute = 60_000

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Shows a picture. Every answer of the server is another address. */
function show() {
  let signed = 0
  serve(({ path }) => {
    if (!path.startsWith('app/s3/get-signed-url/')) return undefined
    signed += 1
    return { signedUrl: `https://files.example/${signed}`, contentType: 'image/png' }
  })
  const picture = <StoredPicture imageKey="front.png-2026-01-01T00:00:00.000Z" alt="Front" />
  return { ...showScreen(picture), signed: () => signed }
}

const shown = async (address: string) => waitFor(() => expect(screen.getByRole('img', { name: 'Front' }).getAttribute('src')).toBe(address))
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const fail = () => fireEvent.error(screen.getByRole('img', { name: 'Front' }))

test('a picture whose address has expired gets a new one, as often as that happens', async () => {
  show()
  await shown('https://files.example/1')
  for (const address of ['https://files.example/2', 'https://files.example/3', 'https://files.example/4']) {
    pass(20 * minute)
    fail()
    await shown(address)
  }
})

test('a picture that fails with a new address too is not requested for ever', async () => {
  const { signed } = show()
  await shown('https://files.example/1')
  fail()
  await shown('https://files.example/2')
  fail()
  fail()
  expect(signed()).toBe(2)
})

test('a page that is looked at again renews addresses that expire, and leaves the others', async () => {
  const { signed } = show()
  await shown('https://files.example/1')
  pass(13 * minute)
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  expect(signed()).toBe(1)
  pass(2 * minute)
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await shown('https://files.example/2')
})

test('a picture that cannot be signed says so beside the address', async () => {
  serve(() => undefined)
  showScreen(<StoredPicture imageKey="front.png-2026-01-01T00:00:00.000Z" property={sampleProperty()} />)
  await screen.findByText(/picture not available$/)
  expect(screen.queryByRole('img')).toBeNull()
})

test('a property without pictures shows its address as text', () => {
  serve(() => undefined)
  showScreen(
    <ListingPicture property={sampleProperty({ address: '18 Finch Road', city: 'Denver', state: 'CO', listingImg: { imageUri: null } })} />,
  )
  screen.getByText('18 Finch Road')
  screen.getByText('Denver, CO · no picture yet')
  expect(screen.queryByRole('img')).toBeNull()
})
