/** Chance that repeats itself: the same seed tells the same story on every machine. */
export type Random = {
  /** From 0 up to, but not reaching, 1. */
  next(): number
  whole(least: number, most: number): number
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
  /** Up to `count` different items, in an order of their own. */
  some<Item>(list: readonly Item[], count: number): Item[]
}

/** FNV-1a: spreads near-equal seeds ("house 1", "house 2") far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}

export function randomFrom(seed: string): Random {
  let state = hash(seed)
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
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

/** A UUIDv7 of that moment whose random part repeats itself. */
export function idAt(random: Random, time: Date): string {
  const word = () =>
    Math.floor(random.next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  const [first, second, third] = [word(), word(), word()]
  const stamp = time.getTime().toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${first.slice(0, 3)}-${'89ab'[random.whole(0, 3)]}${first.slice(3, 6)}-${second}${third.slice(0, 4)}`
}
