import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { FilePreview } from './file-preview.tsx'

const file = (contentType: string) => ({ url: '/f', contentType, name: 'plan.pdf' })

test.each([
  ['image/png', 'img'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['application/pdf', 'iframe'],
])('%s shows in an %s', (contentType, element) => {
  const { container } = renderUi(<FilePreview file={file(contentType)} />)
  expect(container.querySelector(element)?.getAttribute('src')).toBe('/f')
  expect(screen.getByRole('status', { name: 'Loading preview' })).toBeDefined()
})

test('any other type is a download', () => {
  renderUi(<FilePreview file={file('text/csv')} />)
  expect(screen.getByRole('link', { name: 'plan.pdf' }).getAttribute('download')).toBe('plan.pdf')
})

test('a browser without a viewer offers a PDF instead of loading for ever', () => {
  vi.stubGlobal('navigator', Object.create(navigator, { pdfViewerEnabled: { value: false } }))
  const { container } = renderUi(<FilePreview file={file('application/pdf')} />)
  expect(container.querySelector('iframe')).toBeNull()
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByText(/does not show PDF files/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'plan.pdf' })).toBeDefined()
})

test('the spinner disappears once the picture has loaded', () => {
  renderUi(<FilePreview file={file('image/png')} alt="The house" />)
  fireEvent.load(screen.getByAltText('The house'))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a picture that fails to load shows an amber message', () => {
  renderUi(<FilePreview file={file('image/png')} alt="The house" />)
  fireEvent.error(screen.getByAltText('The house'))
  expect(screen.getByRole('alert').textContent).toBe('Something went wrong...')
})
