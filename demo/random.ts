/** Seeded random numbers: the same seed gives the same sequence on every machine. */
export type Random = {
  /** From 0 up to, but not reaching, 1. */
  next(): number
  whole(least: number, most: number): number
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
  /** Up to `count` different items, in random order. */
  some<Item>(list: readonly Item[], count: number): Item[]
}

/** FNV-1a with a given offset: similar seeds ("circle 1", "circle 2") get very different hashes. */
function hash(text: string, start: number): number {
  let value = start
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
}

export function randomFrom(seed: string): Random {
  // 128 bits of state: with 32, two of a hundred thousand seeds would give the same sequence.
  let [a, b, c, counter] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((start) => hash(seed, start)) as [
    number,
    number,
    number,
    number,
  ]
  // sfc32, the small fast counter of PractRand.
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round++) next()
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[whole(0, list.length - 1)]
      if (item === undefined) throw new RangeError('There is nothing to pick from')
      return item
    },
    some: (list, count) => {
      const rest = [...list]
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(whole(0, rest.length - 1), 1)).flat()
    },
  }
}

/** A UUIDv7 of that moment; its random part comes from `random`. */
export function idAt(random: Random, time: Date): string {
  const word = () =>
    Math.floor(random.next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  const [first, second, third] = [word(), word(), word()]
  const stamp = time.getTime().toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${first.slice(0, 3)}-${'89ab'[random.whole(0, 3)]}${first.slice(3, 6)}-${second}${third.slice(0, 4)}`
}
