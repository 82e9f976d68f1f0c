import { describe, expect, test } from 'vitest'
import { arcPath, fullTurn, percentOf, placeArcs, tickAngles } from './ring-geometry.ts'

const degrees = (angle: number) => Math.round((angle / fullTurn) * 3600) / 10

describe('placing arcs', () => {
  test('each arc takes its part of the target, clockwise from 12 o’clock, and the rest stays free', () => {
    const placed = placeArcs({ target: 900, amounts: [225, 150, 75], proposed: 0 })
    expect(placed.arcs.map(({ from, to }) => [degrees(from), degrees(to)])).toEqual([
      [0, 90],
      [90, 150],
      [150, 180],
    ])
    expect(placed.rest && [degrees(placed.rest.from), degrees(placed.rest.to)]).toEqual([180, 360])
  })

  test('a proposed arc follows the members', () => {
    const placed = placeArcs({ target: 840, amounts: [420], proposed: 140 })
    expect(placed.proposed && [degrees(placed.proposed.from), degrees(placed.proposed.to)]).toEqual([180, 240])
  })

  test('above the target the arcs shrink to one full turn', () => {
    const placed = placeArcs({ target: 100, amounts: [100, 100], proposed: 0 })
    expect(placed.arcs.map(({ to }) => degrees(to))).toEqual([180, 360])
    expect(placed.rest).toBeNull()
  })

  test('without a target there are no arcs', () => {
    expect(placeArcs({ target: null, amounts: [5], proposed: 0 })).toEqual({ arcs: [], proposed: null, rest: { from: 0, to: fullTurn } })
  })
})

describe('ticks', () => {
  const rest = { from: fullTurn * 0.75, to: fullTurn }

  test('are between free shares, not at the ends of the free part', () => {
    expect(tickAngles(rest, 900, [75, 75, 75], 0).map(degrees)).toEqual([300, 330])
  })

  test('leave out the shares that a proposed arc covers', () => {
    const open = { from: fullTurn * (2 / 3), to: fullTurn }
    expect(tickAngles(open, 840, [70, 70, 70, 70, 70, 70], 140).map(degrees)).toEqual([270, 300, 330])
  })
})

test('the figure rounds half up and never exceeds 100', () => {
  expect(percentOf(285, 1000)).toBe(29)
  expect(percentOf(1_000_000, 3_000_000)).toBe(33)
  expect(percentOf(250, 100)).toBe(100)
  expect(percentOf(0, null)).toBeNull()
})

test('a full turn is drawn as two halves', () => {
  expect(arcPath(50, 40, { from: 0, to: fullTurn })).toBe('M50 10A40 40 0 1 1 50 90A40 40 0 1 1 50 10')
})
