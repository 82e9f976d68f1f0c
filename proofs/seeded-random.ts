/** A seeded random generator (Park and Miller), the same in every run. */
export type SeededRandom = {
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  happens(part: number): boolean
}

export function seededRandom(seed: number): SeededRandom {
  let state = (seed % 2_147_483_646) + 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    happens: (part) => next() < part,
  }
}
