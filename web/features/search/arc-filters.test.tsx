import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { CircleFilter } from '#domain/search.ts'
import { showScreen } from '#web/testing/show-screen.tsx'
import { AdvancedFilters } from './advanced-filters.tsx'

const seen: CircleFilter[] = []

/** The filter arrives late, as it does from the address. */
function Panel() {
  const [filter, setFilter] = useState<CircleFilter>({ q: 'mill' })
  const change = (wanted: CircleFilter) => {
    seen.push(wanted)
    setTimeout(() => setFilter(wanted), 20)
  }
  return <AdvancedFilters filter={filter} onChange={change} onType={change} />
}

/** The filters that are on their way to the address, oldest first. */
let underWay: CircleFilter[] = []

/** Each filter arrives when the button is pressed, the oldest first. */
function SlowPanel() {
  const [filter, setFilter] = useState<CircleFilter>({})
  const change = (wanted: CircleFilter) => {
    underWay.push(wanted)
  }
  const arrive = () => {
    const [next, ...others] = underWay
    underWay = others
    setFilter(next ?? {})
  }
  return (
    <>
      <button type="button" onClick={arrive}>
        Arrive
      </button>
      <AdvancedFilters filter={filter} onChange={change} onType={change} />
    </>
  )
}

const field = (name: string) => screen.getByRole('textbox', { name })

test('two prices are searched for together, and a lowest price above the highest is pointed out', async () => {
  const { user } = showScreen(<Panel />)
  await user.type(field('Arc price from'), '50000')
  await user.type(field('Arc price to'), '4000')
  expect(screen.getByRole('alert').textContent).toBe('The lowest price is above the highest. Please check both.')
  expect(seen.every(({ maxArcPrice }) => maxArcPrice === undefined || maxArcPrice >= 50_000)).toBe(true)
  await user.type(field('Arc price to'), '0')
  await user.type(field('Arc price to'), '0')
  expect(screen.queryByRole('alert')).toBeNull()
  // Pressed before the address has the prices, which are not lost by it.
  await user.click(screen.getByRole('switch', { name: /^Only with free arcs/ }))
  const all = { q: 'mill', minArcPrice: 50_000, maxArcPrice: 400_000, hasFreeArcs: true }
  await waitFor(() => expect(seen.at(-1)).toEqual(all), { timeout: 3_000 })
  await waitFor(() => expect(field('Arc price to')).toHaveProperty('value', '400,000'))
})

test('a change that arrives late does not undo a later one', async () => {
  underWay = []
  const { user } = showScreen(<SlowPanel />)
  const arrive = () => user.click(screen.getByRole('button', { name: 'Arrive' }))
  await user.type(field('Arc price from'), '50000')
  await user.tab()
  await user.type(field('Arc price to'), '90000')
  await user.tab()
  expect(underWay).toEqual([{ minArcPrice: 50_000 }, { minArcPrice: 50_000, maxArcPrice: 90_000 }])
  await arrive()
  await user.click(screen.getByRole('switch', { name: /^Only with free arcs/ }))
  const all = { minArcPrice: 50_000, maxArcPrice: 90_000, hasFreeArcs: true }
  expect(underWay.at(-1)).toEqual(all)
  await arrive()
  await arrive()
  // What was removed elsewhere is gone.
  underWay = [{ hasFreeArcs: true }]
  await arrive()
  expect(field('Arc price to')).toHaveProperty('value', '')
})
