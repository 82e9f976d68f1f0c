import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleProperty } from '#web/testing/sample-property.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { PropertyGallery } from './property-gallery.tsx'

const pictures = (...keys: string[]) => keys.map((imageUri) => ({ imageUri }))

function show(...keys: string[]) {
  serve(({ path }) =>
    path.startsWith('app/s3/get-signed-url/')
      ? { signedUrl: `https://files.example/${path.split('/').at(-1)}`, contentType: 'image/png' }
      : undefined,
  )
  return showScreen(<PropertyGallery property={sampleProperty({ pictures: pictures(...keys) })} />)
}

const shownLarge = async () => (await screen.findByRole('img', { name: /^24 Ferry Court, picture/ })).getAttribute('alt')

test('each picture opens the larger view, where buttons and arrow keys lead to the others', async () => {
  const { user } = show('a', 'b', 'c')
  await user.click(screen.getByRole('button', { name: 'Enlarge picture 2 of 3' }))
  const dialog = await screen.findByRole('dialog', { name: '24 Ferry Court' })
  expect(await shownLarge()).toBe('24 Ferry Court, picture 2 of 3')
  await user.click(within(dialog).getByRole('button', { name: 'Next picture' }))
  expect(await shownLarge()).toBe('24 Ferry Court, picture 3 of 3')
  await user.keyboard('{ArrowRight}')
  expect(await shownLarge()).toBe('24 Ferry Court, picture 1 of 3')
  await user.keyboard('{ArrowLeft}')
  expect(await shownLarge()).toBe('24 Ferry Court, picture 3 of 3')
  expect(within(dialog).getByRole('status').textContent).toBe('Picture 3 of 3')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a single picture has no way to others', async () => {
  const { user } = show('a')
  expect(screen.queryByRole('button', { name: /^All/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Enlarge picture 1 of 1' }))
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Next picture' })).toBeNull()
})

test('a property without pictures shows its address, which nothing opens', () => {
  show()
  expect(screen.queryByRole('button')).toBeNull()
  screen.getByText('24 Ferry Court')
  expect(document.querySelector('img')).toBeNull()
})
