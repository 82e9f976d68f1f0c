import { expect, test } from 'vitest'
import { ringArcs, ringLabel, ringPlaceOf } from './ring.ts'

const theo = {
  _id: 'a',
  user: { _id: 'u1', firstName: 'Theo', lastName: 'Winters' },
  investmentAmount: 3,
  isOwner: true,
  createdAt: '2026-02-01',
}
const maya = {
  _id: 'b',
  user: { _id: 'u2', firstName: 'Maya', lastName: 'Stone' },
  investmentAmount: 2,
  isOwner: false,
  createdAt: '2026-01-01',
}
const nobody = { _id: 'c', investmentAmount: 0, isOwner: false, createdAt: '2026-01-02' }

test('a ring starts with its owner, even if others joined earlier, and omits members without arcs', () => {
  expect(ringArcs([maya, nobody, theo]).map((arc) => arc.label)).toEqual(['Theo Winters', 'Maya Stone'])
})

test('a member has a place on the ring, a former member has none', () => {
  expect(ringPlaceOf([maya, theo], 'u2')).toBe(1)
  expect(ringPlaceOf([maya, theo], 'u3')).toBeUndefined()
})

test('a ring marks the viewer’s own arc', () => {
  expect(ringArcs([theo, maya], 'u2')[1]).toMatchObject({ label: 'You', initial: 'You', isYou: true })
})

test('a ring shows no names to outsiders', () => {
  const outside = [
    { investmentAmount: 3, isOwner: true, createdAt: '1' },
    { investmentAmount: 2, isOwner: false, createdAt: '2' },
  ]
  expect(ringArcs(outside).map((arc) => [arc.label, arc.initial])).toEqual([
    ['Circle Owner', undefined],
    ['Member', undefined],
  ])
})

test('a ring has a text alternative', () => {
  expect(ringLabel(75, 5)).toBe('75% funded by 5 members')
  expect(ringLabel(25, 1)).toBe('25% funded by 1 member')
})
