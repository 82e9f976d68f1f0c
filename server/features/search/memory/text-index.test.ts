import { expect, test } from 'vitest'
import { randomFrom } from '#server/testing/random-circles.ts'
import { addText, findText, textIndex } from './text-index.ts'

/** So many that the slots of frequent characters are kept as bits, and those of rare ones as lists. */
function someTexts() {
  const random = randomFrom(1)
  const index = textIndex()
  const texts = Array.from({ length: 5_000 }, (_, slot) => {
    const letters = Array.from({ length: random.whole(0, 30) }, () => random.one(['a', 'b', 'c', ' ', 'é', '🏡', '漢']))
    return `${letters.join('')}${slot % 1_000 === 7 ? 'xyz' : ''}`
  })
  texts.forEach((text, slot) => {
    addText(index, slot, text)
  })
  return { random, index, texts }
}

/** The slots that the index leaves as candidates. */
function candidates({ index, texts }: ReturnType<typeof someTexts>, needle: string): number[] {
  const { sets, list } = findText(index, needle)
  return texts.flatMap((_, slot) => (sets.every((set) => set.has(slot)) && (!list || list.includes(slot)) ? [slot] : []))
}

const having = (texts: readonly string[], needle: string): number[] => texts.flatMap((text, slot) => (text.includes(needle) ? [slot] : []))

test('every text that contains a needle is among its candidates, whatever the needle’s length', () => {
  const some = someTexts()
  const { random, texts } = some
  for (let round = 0; round < 200; round++) {
    const text = random.one(texts.filter((each) => each.length > 0))
    const start = random.whole(0, text.length - 1)
    const needle = text.slice(start, start + random.one([1, 2, 3, 4, 9]))
    const found = new Set(candidates(some, needle))
    expect({ needle, missing: having(texts, needle).filter((slot) => !found.has(slot)) }).toEqual({ needle, missing: [] })
  }
})

test('up to three characters are found exactly', () => {
  const some = someTexts()
  for (const needle of ['a', 'é', 'ab', 'c ', 'abc', 'é a', 'xyz', 'z', '漢'])
    expect({ needle, found: candidates(some, needle) }).toEqual({ needle, found: having(some.texts, needle) })
})

test('a needle with characters that no text has together has no candidates', () => {
  const some = someTexts()
  for (const needle of ['q', 'xa', 'yzx', 'abcq', 'zzz']) expect({ needle, found: candidates(some, needle) }).toEqual({ needle, found: [] })
})

test('frequent characters are kept as bits, rare ones as lists', () => {
  const { index } = someTexts()
  const [frequent, rare] = [findText(index, 'a'), findText(index, 'xyz')]
  expect([frequent.sets.length, frequent.list]).toEqual([1, null])
  expect([rare.sets.length, [...(rare.list ?? [])]]).toEqual([0, [7, 1_007, 2_007, 3_007, 4_007]])
})
