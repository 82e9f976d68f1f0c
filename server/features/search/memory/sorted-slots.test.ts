import { TypedFastBitSet } from 'typedfastbitset'
import { expect, test } from 'vitest'
import { randomFrom } from '#server/testing/random-circles.ts'
import { allParts, insertSlots, partsWith, slotsBetween, sortedSlots } from './sorted-slots.ts'

const flat = (parts: Iterable<Uint32Array>): number[] => [...parts].flatMap((part) => [...part])

/** So many that blocks are split several times, with equal values among them, inserted a few or many at a time. */
function someSlots(seed: number) {
  const random = randomFrom(seed)
  const values = Array.from({ length: 6_000 }, () => random.whole(0, 400))
  const numberOf = (slot: number) => values[slot] as number
  const compare = (one: number, other: number) => numberOf(one) - numberOf(other) || one - other
  const sorted = sortedSlots(compare)
  const slots = values.map((_, slot) => slot)
  for (let from = 0; from < slots.length; ) {
    const count = random.one([1, 2, 50, 700])
    insertSlots(sorted, slots.slice(from, from + count))
    from += count
  }
  return { random, sorted, numberOf, expected: [...slots].sort(compare) }
}

test('slots are in order, however many were inserted at a time', () => {
  for (const seed of [1, 2, 3]) {
    const { sorted, expected } = someSlots(seed)
    expect(flat(allParts(sorted))).toEqual(expected)
    expect(sorted.blocks.length).toBeGreaterThan(4)
  }
})

test('the slots between two values are those with a value between them', () => {
  const { random, sorted, numberOf, expected } = someSlots(4)
  for (let round = 0; round < 300; round++) {
    const [least, most] = [random.whole(-10, 410), random.whole(-10, 410)].sort((a, b) => a - b) as [number, number]
    const found = slotsBetween(
      sorted,
      (slot) => numberOf(slot) >= least,
      (slot) => numberOf(slot) > most,
    )
    expect(flat(found)).toEqual(expected.filter((slot) => numberOf(slot) >= least && numberOf(slot) <= most))
  }
})

test('no slots are between two values if the second is smaller', () => {
  const { sorted, numberOf } = someSlots(5)
  const found = slotsBetween(
    sorted,
    (slot) => numberOf(slot) >= 300,
    (slot) => numberOf(slot) > 200,
  )
  expect(flat(found)).toEqual([])
})

test('blocks without any of some slots are left out, the others are whole and in order', () => {
  const { random, sorted, expected } = someSlots(6)
  for (let round = 0; round < 50; round++) {
    const some = Array.from({ length: random.whole(0, 4) }, () => random.whole(0, 5_999))
    const parts = [...partsWith(sorted, new TypedFastBitSet(some))]
    const found = flat(parts)
    expect(parts.length).toBeLessThanOrEqual(some.length)
    expect(some.filter((slot) => !found.includes(slot))).toEqual([])
    expect(found).toEqual(expected.filter((slot) => found.includes(slot)))
  }
})
