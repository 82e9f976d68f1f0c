import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import styles from './arc-ring.module.css'
import { ArcRing, type RingArc } from './arc-ring.tsx'

const members: RingArc[] = [
  { key: 'theo', amount: 225_000, label: 'Theo', initial: 'T' },
  { key: 'maya', amount: 150_000, label: 'Maya', initial: 'M', isYou: true },
  { key: 'lena', amount: 300_000, label: 'Lena', initial: 'L' },
]
const strokes = (container: HTMLElement) => [...container.querySelectorAll(`.${styles.stroke}`)].map((path) => path.getAttribute('stroke'))
const count = (container: HTMLElement, part: string) => container.querySelectorAll(part).length

describe('the accessible name of the ring', () => {
  test('is one sentence with percentage and members', () => {
    renderUi(<ArcRing size={88} target={900_000} arcs={members} />)
    expect(screen.getByRole('img', { name: '75% funded by 3 members' })).toBeDefined()
  })

  test('uses the singular for one member', () => {
    renderUi(<ArcRing size={88} target={900_000} arcs={members.slice(0, 1)} />)
    expect(screen.getByRole('img', { name: '25% funded by 1 member' })).toBeDefined()
  })

  test('can be set by the caller', () => {
    renderUi(<ArcRing size={88} target={900_000} arcs={members} label="Your arc is 25% of the circle" />)
    expect(screen.getByRole('img', { name: 'Your arc is 25% of the circle' })).toBeDefined()
  })
})

describe('the arcs', () => {
  test('have the colours in the given order, the owner first', () => {
    const { container } = renderUi(<ArcRing size={160} target={900_000} arcs={members} />)
    expect(strokes(container)).toEqual(['var(--arc-1)', 'var(--arc-2)', 'var(--arc-3)'])
  })

  test('share the last colour from the thirteenth on', () => {
    const many = Array.from({ length: 14 }, (_, index) => ({ key: `${index}`, amount: 10, label: `${index}` }))
    const { container } = renderUi(<ArcRing size={160} target={140} arcs={many} />)
    expect(strokes(container).slice(10)).toEqual(['var(--arc-11)', 'var(--arc-12)', 'var(--arc-12)', 'var(--arc-12)'])
  })

  test('are dimmed while another one is highlighted', () => {
    const { container } = renderUi(<ArcRing size={284} target={900_000} arcs={members} highlighted="lena" />)
    expect(container.querySelector('svg')?.getAttribute('data-dims')).toBe('true')
    expect([...container.querySelectorAll(`.${styles.stroke}`)].map((path) => path.getAttribute('stroke-width'))).toEqual([
      '22',
      '22',
      '24',
    ])
  })
})

describe('by size', () => {
  test('28 has no figure, no ticks and no you-line', () => {
    const { container } = renderUi(<ArcRing size={28} target={900_000} arcs={members} openPrices={[75_000, 75_000, 75_000]} />)
    expect(container.querySelector('text')).toBeNull()
    expect(count(container, `.${styles.ticks}`)).toBe(0)
    expect(count(container, `.${styles.you}`)).toBe(0)
  })

  test('64 has figure, ticks and you-line, but no initials', () => {
    const { container } = renderUi(<ArcRing size={64} target={900_000} arcs={members} openPrices={[75_000, 75_000, 75_000]} />)
    expect(container.querySelector('text')?.textContent).toBe('75%')
    expect(container.querySelector(`.${styles.ticks}`)?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
    expect(count(container, `.${styles.you}`)).toBe(1)
    expect(count(container, `.${styles.initial}`)).toBe(0)
  })

  test('the largest size shows the initials of others and You for the viewer', () => {
    const { container } = renderUi(<ArcRing size={284} target={900_000} arcs={members} />)
    expect([...container.querySelectorAll(`.${styles.initial}`)].map((text) => text.textContent)).toEqual(['T', 'You', 'L'])
  })

  test('a full circle is a check mark on cards and 100% on gauges and pages', () => {
    const full = members.map((member) => ({ ...member, amount: 300_000 }))
    const card = renderUi(<ArcRing size={88} target={900_000} arcs={full} />).container
    expect(count(card, `.${styles.check}`)).toBe(1)
    expect(card.querySelector('text')).toBeNull()
    const gauge = renderUi(<ArcRing size={160} target={900_000} arcs={full} />).container
    expect(gauge.querySelector(`.${styles.figure}`)?.textContent).toBe('100%')
  })

  test('a circle that only rounds to 100% has no check mark', () => {
    const { container } = renderUi(<ArcRing size={88} target={1000} arcs={[{ key: 'a', amount: 996, label: 'A' }]} />)
    expect(count(container, `.${styles.check}`)).toBe(0)
    expect(container.querySelector(`.${styles.figure}`)?.textContent).toBe('100%')
  })
})

test('without a target: no arcs, no ticks, an en dash', () => {
  const { container } = renderUi(<ArcRing size={160} target={null} arcs={[]} openPrices={[1, 2]} />)
  expect(screen.getByRole('img', { name: 'No target set' }).textContent).toBe('–')
  expect(count(container, `.${styles.ticks}`)).toBe(0)
  expect(count(container, `.${styles.track}`)).toBe(1)
})

test('a proposed arc counts in the figure, is hatched, and has the you-line', () => {
  const { container } = renderUi(
    <ArcRing size={264} target={900_000} arcs={members} openPrices={[75_000, 75_000, 75_000]} proposed={75_000} caption="with your arc" />,
  )
  expect(container.querySelector(`.${styles.figure}`)?.textContent).toBe('83%')
  expect(container.querySelector(`.${styles.caption}`)?.textContent).toBe('with your arc')
  expect(container.querySelector(`.${styles.hatch}`)?.getAttribute('d')).toMatch(/^M/)
  expect(container.querySelector(`.${styles.ticks}`)?.getAttribute('d')?.match(/M/g)).toHaveLength(1)
})
