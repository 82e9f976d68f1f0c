import { expect, test } from 'vitest'
import { arcColours, brand, scales, withBrandColours } from './brand.ts'

test('a colour is named by its scale and shade, its arc, or its role', () => {
  expect(withBrandColours('a: var(--brand-evergreen-7); b: var(--brand-dark-0); c: var(--brand-arc-12); d: var(--brand-surface)')).toBe(
    `a: ${scales.evergreen[7]}; b: ${scales.dark[0]}; c: ${arcColours[11]}; d: ${brand.surface}`,
  )
})

test('an unknown name fails', () => {
  for (const name of ['evergreen', 'evergreen-10', 'arc-0', 'arc-13', 'blue']) {
    expect(() => withBrandColours(`var(--brand-${name})`)).toThrow(`There is no brand colour called ${name}.`)
  }
})

test('text without names stays', () => {
  expect(withBrandColours('color: var(--ink); background: var(--paper)')).toBe('color: var(--ink); background: var(--paper)')
})
