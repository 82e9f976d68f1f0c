import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Introduction as IntroductionData } from '#contract/introduction.ts'
import type { IntroducedCircle } from '#domain/introduction.ts'
import { firstPaintOfIntroduction } from '#server/features/share-page/first-paint.ts'
import { sessionQuery } from '#web/api/session.ts'
import { introductionQuery } from '#web/features/search/introduction.queries.ts'
import { Introduction } from '#web/features/search/introduction.tsx'
import { renderUi } from '#web/testing/render-ui.tsx'
import { measureRing } from '#web/ui/ring/ring-sizes.ts'

const cannery: IntroducedCircle = {
  _id: 'c1',
  title: 'Cannery Steps',
  city: 'Portland',
  totalTargetSize: 660_000,
  sharesTotal: 12,
  openArcPrices: Array.from({ length: 5 }, () => 55_000),
  holdings: [110_000, 165_000, 110_000],
}

/** The card as the page draws it for a visitor. */
function drawn(circle: IntroducedCircle | null): Element {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queryClient.setQueryData(sessionQuery.queryKey, null)
  const data: IntroductionData = { circle }
  queryClient.setQueryData(introductionQuery.queryKey, data)
  renderUi(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Introduction />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole('region', { name: 'What a circle is' })
}

/** The card as the server writes it. */
function painted(circle: IntroducedCircle | null): Element {
  const page = document.createElement('div')
  page.innerHTML = firstPaintOfIntroduction(circle)
  return page.firstElementChild as Element
}

const partsOf = (part: Element) =>
  ['p', 'a', 'li'].flatMap((tag) => [...part.querySelectorAll(tag)].map(({ textContent }) => `${tag}: ${textContent}`))

for (const circle of [cannery, null]) {
  test(`the page says the same as the server's first paint, ${circle ? 'with' : 'without'} a circle`, () => {
    const card = drawn(circle)
    expect(partsOf(card)).toEqual(partsOf(painted(circle)))
    expect(partsOf(card)).toHaveLength(circle ? 6 : 4)
    expect(card.getAttribute('data-has-circle')).toBe(painted(circle).getAttribute('data-has-circle'))
    expect(Boolean(card.querySelector('figure'))).toBe(Boolean(painted(circle).querySelector('figure')))
  })
}

test('the first paint passes the circle on, and has a ring of the same measures', () => {
  const paint = painted({ ...cannery, title: `"Steps" <b>&'` })
  expect(JSON.parse(paint.getAttribute('data-introduced') ?? '')).toEqual({ circle: { ...cannery, title: `"Steps" <b>&'` } })
  expect(paint.querySelectorAll('p b')).toHaveLength(2)
  const { radius, stroke } = measureRing(180, false)
  expect(paint.querySelector('circle')?.getAttribute('r')).toBe(String(radius))
  expect(paint.querySelector('circle')?.getAttribute('stroke-width')).toBe(String(stroke))
})
