import { expect, test } from 'vitest'
import { priceArcs, shareAmount, shareCount, targetLimits } from '#domain/arcs.ts'
import { minimumShareSizeValues } from '#domain/choices.ts'

const targets = 1_000_000

/** A seeded random generator (Park and Miller), the same targets in every run. */
function* someTargets(): Generator<number> {
  const { minimum, maximum } = targetLimits
  for (let edge = 0; edge < 1_000; edge++) yield* [minimum + edge, maximum - edge]
  let state = 20_250_607
  for (let made = 2_000; made < targets; made++) {
    state = (state * 48_271) % 2_147_483_647
    yield minimum + Math.floor((state / 2_147_483_647) * (maximum - minimum + 1))
  }
}

test(`G2: for every share size and ${targets.toLocaleString('en')} targets the prices sum to the target`, () => {
  for (const size of minimumShareSizeValues) {
    const shares = shareCount(size)
    let count = 0
    for (const target of someTargets()) {
      const prices = priceArcs(target, shares)
      const each = shareAmount(target, shares)
      let sum = 0
      for (const price of prices) sum += price
      const isRight =
        prices.length === shares &&
        sum === target &&
        prices.every((price, index) => Number.isSafeInteger(price) && price > 0 && (index === shares - 1 || price === each)) &&
        Math.abs((prices[shares - 1] ?? 0) - each) < shares
      if (!isRight) expect.fail(`${size} of ${target}: ${prices.join(' + ')}`)
      count++
    }
    expect(count).toBe(targets)
    console.log(`G2 ${size}: ${count.toLocaleString('en')} targets, every one to the dollar`)
  }
})
