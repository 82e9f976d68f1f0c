import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleDeciding, sampleProperty } from '#web/testing/sample-property.ts'
import { PropertyFacts } from './property-facts.tsx'

const facts = () =>
  Object.fromEntries(screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent] as const))

test('known facts are shown, and the price as a share of the target', () => {
  renderUi(<PropertyFacts property={sampleProperty({ yearBuilt: 1906, livingArea: 2_140 })} circle={sampleCircle()} />)
  expect(facts()).toMatchObject({ Price: '$647,000', Built: '1906', 'Living area': '2,140 sq ft', 'Added by': 'Olga Owner' })
  expect(Object.keys(facts())).not.toContain('Bedrooms')
  expect(facts()['Share of the target']).toMatch(/% of the target|no target yet/)
  expect(screen.queryByText(/locked/)).toBeNull()
})

test('of a closed property the price is that of then, and the card says what is locked', () => {
  const deciding = sampleDeciding({ isClosed: true, closesAt: '2026-11-14T05:35:00.000Z' })
  renderUi(<PropertyFacts property={sampleProperty({ deciding })} circle={sampleCircle()} />)
  expect(facts()).toMatchObject({ 'Price then': '$647,000' })
  screen.getByText(/Address, price, link, facts and pictures are locked since the vote closed/)
})
