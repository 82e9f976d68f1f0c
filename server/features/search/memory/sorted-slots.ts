import type { TypedFastBitSet } from 'typedfastbitset'

/** Some slots, in several parts. */
export type SlotList = readonly Uint32Array[]

export type Compare = (slot: number, other: number) => number

/** Some slots that follow each other in an order. */
type Block = {
  readonly number: number
  /** Only the first `count` are in use. */
  readonly slots: Uint32Array
  count: number
}

/** Slots in an order. They are in blocks, so that one more moves only those of its block, and so that whole blocks can be skipped. */
export type SortedSlots = {
  readonly compare: Compare
  readonly blocks: Block[]
  /** The number of each slot's block. Sixteen bits are enough for thirty million slots. */
  blockOf: Uint16Array
}

const mostOfBlock = 1_024

const emptyBlock = (number: number): Block => ({ number, slots: new Uint32Array(mostOfBlock), count: 0 })

export const sortedSlots = (compare: Compare): SortedSlots => ({ compare, blocks: [emptyBlock(0)], blockOf: new Uint16Array(64) })

/** The first number below `end` that fulfils a condition which all after it fulfil too. */
function firstOf(end: number, isReached: (number: number) => boolean): number {
  let [low, high] = [0, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}

type Position = { readonly block: number; readonly at: number }

/** The first position whose slot and all after it fulfil the condition. */
function firstPosition({ blocks }: SortedSlots, isReached: (slot: number) => boolean): Position {
  const isBlockReached = (nth: number) => {
    const { slots, count } = blocks[nth] as Block
    return isReached(slots[count - 1] as number)
  }
  const block = firstOf(blocks.length - 1, isBlockReached)
  const { slots, count } = blocks[block] as Block
  return { block, at: firstOf(count, (each) => isReached(slots[each] as number)) }
}

/** The slots from the first that fulfils one condition to the last before another is fulfilled. */
export function slotsBetween(sorted: SortedSlots, isFirst: (slot: number) => boolean, isBehind: (slot: number) => boolean): SlotList {
  const [start, end] = [firstPosition(sorted, isFirst), firstPosition(sorted, isBehind)]
  return sorted.blocks
    .slice(start.block, end.block + 1)
    .map(({ slots, count }, nth) => slots.subarray(nth === 0 ? start.at : 0, start.block + nth === end.block ? end.at : count))
}

/** Moves the second half of a block into a new one. */
function split(sorted: SortedSlots, nth: number): void {
  const { blocks, blockOf } = sorted
  const full = blocks[nth] as Block
  const half = full.count >>> 1
  const added = emptyBlock(blocks.length)
  added.slots.set(full.slots.subarray(half, full.count))
  added.count = full.count - half
  full.count = half
  for (const slot of added.slots.subarray(0, added.count)) blockOf[slot] = added.number
  blocks.splice(nth + 1, 0, added)
}

function insertSlot(sorted: SortedSlots, slot: number): void {
  const { blocks, compare } = sorted
  const { block: nth, at } = firstPosition(sorted, (other) => compare(other, slot) > 0)
  const block = blocks[nth] as Block
  block.slots.copyWithin(at + 1, at, block.count)
  block.slots[at] = slot
  block.count += 1
  sorted.blockOf[slot] = block.number
  if (block.count === mostOfBlock) split(sorted, nth)
}

/** Adds slots, given in ascending order. Inserted in the order of the list, neighbours are compared with the same slots, which is faster. */
export function insertSlots(sorted: SortedSlots, added: readonly number[]): void {
  const last = added.at(-1) ?? 0
  if (last >= sorted.blockOf.length) {
    const larger = new Uint16Array(2 * last)
    larger.set(sorted.blockOf)
    sorted.blockOf = larger
  }
  for (const slot of [...added].sort(sorted.compare)) insertSlot(sorted, slot)
}

/** All slots in their order, without those blocks that have none of the given ones. */
export function* partsWith({ blocks, blockOf }: SortedSlots, some: TypedFastBitSet): Generator<Uint32Array, void> {
  const isWanted = new Uint8Array(blocks.length)
  some.forEach((slot) => {
    isWanted[blockOf[slot] as number] = 1
  })
  for (const { number, slots, count } of blocks) if (isWanted[number]) yield slots.subarray(0, count)
}

/** All slots in their order. */
export function* allParts({ blocks }: SortedSlots): Generator<Uint32Array, void> {
  for (const { slots, count } of blocks) yield slots.subarray(0, count)
}
