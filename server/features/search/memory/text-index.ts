import { TypedFastBitSet } from 'typedfastbitset'

/** Few slots whose texts have the same characters somewhere, in ascending order. Only the first `count` are in use. */
type List = { slots: Uint32Array; count: number }

/**
 * Which texts can contain which one, two or three characters. Different characters may share an entry, so what is found must be compared
 * with the text.
 */
export type TextIndex = {
  /** For each entry, the slots as bits, if many have the characters. */
  readonly bits: (Uint32Array | undefined)[]
  /** Otherwise as a list. */
  readonly lists: (List | undefined)[]
  /** All bits have room for so many slots. */
  capacity: number
}

const entries = 2 ** 16

export const textIndex = (): TextIndex => ({ bits: new Array(entries), lists: new Array(entries), capacity: 64 })

const entryOf = (one: number, two: number, three: number): number =>
  Math.imul((one * 257 + two) * 257 + three, 0x9e3779b1) >>> (32 - Math.log2(entries))

/** From here on, bits are smaller than a list if more than one in 32 texts has the characters. */
const longestCertainList = 1_024

function addToList({ bits, lists, capacity }: TextIndex, entry: number, slot: number): void {
  const list = lists[entry] ?? { slots: new Uint32Array(2), count: 0 }
  lists[entry] = list
  const { slots, count } = list
  if (count > 0 && slots[count - 1] === slot) return
  if (count >= longestCertainList && count * 32 > slot) {
    const words = new Uint32Array(capacity >>> 5)
    for (const each of slots.subarray(0, count)) words[each >>> 5] = (words[each >>> 5] as number) | (1 << each)
    words[slot >>> 5] = (words[slot >>> 5] as number) | (1 << slot)
    bits[entry] = words
    lists[entry] = undefined
    return
  }
  if (count === slots.length) {
    list.slots = new Uint32Array(Math.ceil(count * 1.5))
    list.slots.set(slots)
  }
  list.slots[count] = slot
  list.count += 1
}

function add(index: TextIndex, entry: number, slot: number): void {
  const words = index.bits[entry]
  if (words) words[slot >>> 5] = (words[slot >>> 5] as number) | (1 << slot)
  else addToList(index, entry, slot)
}

function growBits(index: TextIndex): void {
  index.capacity *= 2
  index.bits.forEach((words, entry) => {
    if (!words) return
    const larger = new Uint32Array(index.capacity >>> 5)
    larger.set(words)
    index.bits[entry] = larger
  })
}

/** Slots must be added in ascending order. */
export function addText(index: TextIndex, slot: number, text: string): void {
  if (slot >= index.capacity) growBits(index)
  let [one, two] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const three = text.charCodeAt(at)
    add(index, entryOf(0, 0, three), slot)
    if (at > 0) add(index, entryOf(0, two, three), slot)
    if (at > 1) add(index, entryOf(one, two, three), slot)
    one = two
    two = three
  }
}

type TextCandidates = {
  /** All slots that can contain the text are in each of these, the smallest of which is the first. */
  readonly sets: readonly TypedFastBitSet[]
  /** And in this list, if some of its characters are rare. */
  readonly list: Uint32Array | null
}

/** The entries that a text with the needle has. */
function entriesOf(needle: string): number[] {
  const first = Math.min(2, needle.length - 1)
  const codeAt = (at: number) => (at < 0 ? 0 : needle.charCodeAt(at))
  return Array.from({ length: needle.length - first }, (_, nth) => first + nth).map((at) =>
    entryOf(codeAt(at - 2), codeAt(at - 1), codeAt(at)),
  )
}

const partToCount = 512

/** How many of the first slots are in the set: enough to know which sets are small. */
const sizeOfPart = (words: Uint32Array): number => TypedFastBitSet.fromWords(words.subarray(0, partToCount)).size()

/** What is in both of two ascending lists. */
function inBoth(one: Uint32Array, other: Uint32Array): Uint32Array {
  const common = one.slice()
  let [count, at] = [0, 0]
  for (const slot of one) {
    while (at < other.length && (other[at] as number) < slot) at += 1
    if (other[at] === slot) common[count++] = slot
  }
  return common.subarray(0, count)
}

export function findText({ bits, lists }: TextIndex, needle: string): TextCandidates {
  const asked = [...new Set(entriesOf(needle))]
  if (asked.some((entry) => !bits[entry] && !lists[entry])) return { sets: [], list: new Uint32Array(0) }
  const smallestFirst = asked
    .flatMap((entry) => bits[entry] ?? [])
    .map((words) => ({ words, size: sizeOfPart(words) }))
    .sort((one, other) => one.size - other.size)
  const shortestFirst = asked
    .flatMap((entry) => lists[entry] ?? [])
    .sort((one, other) => one.count - other.count)
    .map(({ slots, count }) => slots.subarray(0, count))
  return {
    sets: smallestFirst.map(({ words }) => TypedFastBitSet.fromWords(words)),
    list: shortestFirst.length > 0 ? shortestFirst.reduce(inBoth) : null,
  }
}
