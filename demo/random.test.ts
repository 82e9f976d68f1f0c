import { expect, test } from 'vitest'
import { isId } from '#server/db/ids.ts'
import { idAt, randomFrom } from './random.ts'

test('the same seed gives the same sequence, another seed another one', () => {
  const sequenceOf = (seed: string) => {
    const random = randomFrom(seed)
    return Array.from({ length: 20 }, () => random.whole(0, 1_000))
  }
  expect(sequenceOf('seed 1')).toEqual(sequenceOf('seed 1'))
  expect(sequenceOf('seed 1')).not.toEqual(sequenceOf('seed 2'))
})

test('seeds that differ only in a number give different sequences', () => {
  const first = new Set<string>()
  for (let index = 0; index < 300_000; index++) {
    const random = randomFrom(`circle ${index}`)
    first.add(`${random.next()} ${random.next()}`)
  }
  expect(first.size).toBe(300_000)
})

test('whole numbers reach both ends and nothing beyond', () => {
  const random = randomFrom('ends')
  const seen = new Set(Array.from({ length: 500 }, () => random.whole(3, 6)))
  expect([...seen].sort()).toEqual([3, 4, 5, 6])
})

test('some items are different ones, and never more than there are', () => {
  const random = randomFrom('some')
  expect(new Set(random.some([1, 2, 3, 4, 5], 3)).size).toBe(3)
  expect(random.some([1, 2], 9).sort()).toEqual([1, 2])
})

test('ids are UUIDs of version 7 that sort by their moment and do not repeat', () => {
  const random = randomFrom('ids')
  const ids = Array.from({ length: 2_000 }, (_, index) => idAt(random, new Date(1_700_000_000_000 + index)))
  expect(ids.every((id) => isId(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true)
  expect(ids).toEqual([...new Set(ids)].sort())
})
