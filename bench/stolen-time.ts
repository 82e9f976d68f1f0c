import { readFile } from 'node:fs/promises'

type Times = { readonly all: number; readonly stolen: number }

/** On a virtual machine, time that the processors gave to other machines counts as stolen (Linux). Elsewhere nothing is stolen. */
async function readTimes(): Promise<Times> {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '')
  const [, ...figures] = stat.split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return { all: figures.slice(0, 8).reduce((sum, figure) => sum + figure, 0), stolen: figures[7] ?? 0 }
}

const disturbed = 0.05

/**
 * Measures until `wanted` results were hardly disturbed by other machines, at most `most` times, and returns the least disturbed.
 * What runs side by side is slowed alike, but what stands alone (a page's blocked time) is not comparable when others had the processors.
 */
export async function leastDisturbed<Result>(
  wanted: number,
  measure: (turn: number) => Promise<Result>,
  most = 5 * wanted,
): Promise<Result[]> {
  const seen: { readonly result: Result; readonly share: number }[] = []
  const quiet = () => seen.filter(({ share }) => share < disturbed).length
  while (quiet() < wanted && seen.length < most) {
    const before = await readTimes()
    const result = await measure(seen.length)
    const after = await readTimes()
    seen.push({ result, share: (after.stolen - before.stolen) / Math.max(1, after.all - before.all) })
  }
  const kept = seen.sort((one, other) => one.share - other.share).slice(0, wanted)
  const largest = kept.at(-1)?.share ?? 0
  if (seen.length > wanted || largest >= disturbed) {
    console.error(
      `measured ${seen.length} times to keep ${wanted}; other machines took up to ${(100 * largest).toFixed(0)} % of the time of those`,
    )
  }
  return kept.map(({ result }) => result)
}
