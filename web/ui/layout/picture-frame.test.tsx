import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { PictureFrame } from './picture-frame.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pictures = ['/a.svg', '/b.svg', '/c.svg', '/d.svg']
const renderFrame = () =>
  renderUi(
    <PictureFrame pictures={pictures} tagline="Real Estate Investment Circles" home={null}>
      <p>Sheet</p>
    </PictureFrame>,
  ).container
const current = (container: HTMLElement) => container.querySelector('[data-current="true"]')?.getAttribute('src')
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('shows the next picture every six seconds, starting over after the last', () => {
  const container = renderFrame()
  const seen = [current(container)]
  for (let turn = 0; turn < 4; turn++) {
    pass(6000)
    seen.push(current(container))
  }
  expect(seen).toEqual([...pictures, '/a.svg'])
})

test('the first visit loads only the visible picture and the next', () => {
  const container = renderFrame()
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/a.svg', '/b.svg'])
})

test('the ring pauses the slideshow', () => {
  const container = renderFrame()
  fireEvent.click(screen.getByRole('button', { name: 'Pause background pictures' }))
  pass(20_000)
  expect(current(container)).toBe('/a.svg')
})

test('with reduced motion the first picture stays', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes('reduce'),
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  )
  const container = renderFrame()
  pass(30_000)
  expect(current(container)).toBe('/a.svg')
})
