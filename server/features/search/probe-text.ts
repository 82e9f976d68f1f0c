import { type RawBuilder, sql } from 'kysely'
import type { CircleFilter } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { allOf, circleText, conditionsOf, isSampled, isVisible, needleOf, sampleRatio } from './circle-filter.ts'
import { circlesOfPlace, isInPlace, isInSquares } from './circles-of-place.ts'
import type { SearchLimits } from './search-limits.ts'

/** What is known about a text before it is searched for. */
type TextProbe = {
  /** Whether the sample alone has too many matches to count. */
  readonly isFrequent: boolean
  /** About how many there are; 0 if nothing was asked. */
  readonly estimate: number
  /** All matches, by an index. */
  readonly matches: RawBuilder<unknown>
}

/** Texts of circles from anywhere in the table. */
type Sample = { readonly circles: number; readonly texts: readonly string[] }

const sampleSize = 1_000
const sampleIsKeptFor = 60_000

/** A text in at most this share of the sample is found by an index alone. */
const rareShare = 0.005
/** Pairs of more circles than this are not looked up: PostgreSQL would no longer remember each match, and compute the pairs of their neighbours. */
const mostOfPair = 30_000
/** More pairs than this narrow a search no further. */
const mostPairs = 3

const numberOfCircles = sql<{ circles: number }>`select reltuples as circles from pg_class where oid = 'circles'::regclass`

async function readSample(db: Database, sampledFrom: number): Promise<Sample> {
  const { rows: sizes } = await numberOfCircles.execute(db)
  const circles = sizes[0]?.circles ?? 0
  if (circles <= sampledFrom) return { circles, texts: [] }
  const percent = Math.min(100, (200 * sampleSize) / Math.max(1, circles))
  const { rows } = await sql<{ text: string }>`select ${circleText} as text from circles tablesample system (${percent}::real)
    where ${isVisible} limit ${sampleSize}`.execute(db)
  return { circles, texts: rows.map(({ text }) => text) }
}

const samples = new WeakMap<Database, { readonly readAt: number; readonly sample: Promise<Sample> }>()

/** Read once in a minute: an old sample costs time, not correctness. */
function sampleOf(db: Database, sampledFrom: number): Promise<Sample> {
  const known = samples.get(db)
  if (known && performance.now() - known.readAt < sampleIsKeptFor) return known.sample
  const sample = readSample(db, sampledFrom)
  samples.set(db, { readAt: performance.now(), sample })
  sample.catch(() => samples.delete(db))
  return sample
}

/** The share of the sample that has the text. PostgreSQL may compare some letters in another way, which costs time at most. */
function shareOf({ texts }: Sample, text: string): number {
  const searched = text.toLowerCase()
  return texts.filter((each) => each.includes(searched)).length / Math.max(1, texts.length)
}

/** A word of the text with the word before it. Only the last one can go on in the circle. */
type Pair = { readonly before: string; readonly word: string; readonly isWhole: boolean }

function pairsOf(needle: string): Pair[] {
  const words = needle.split(' ')
  return words.flatMap((word, nth) => {
    const before = words[nth - 1]
    return before && word ? [{ before, word, isWhole: nth < words.length - 1 }] : []
  })
}

/** PostgreSQL itself quotes what it writes as a tsvector, so no character of a word has a meaning in the query. */
const hasPair = ({ before, word, isWhole }: Pair) =>
  sql<boolean>`text_pairs(${circleText}) @@ (array_to_tsvector(array[right(lower(${before}::text), 1) || ' ' || left(lower(${word}::text), 16)])::text
    || ${isWhole ? '' : ':*'}::text)::tsquery`

function rarePairs(sample: Sample, needle: string): Pair[] {
  return pairsOf(needle)
    .map((pair) => ({ pair, share: shareOf(sample, `${pair.before.slice(-1)} ${pair.word}${pair.isWhole ? ' ' : ''}`) }))
    .filter(({ share }) => share * sample.circles <= mostOfPair)
    .sort((one, other) => one.share - other.share)
    .slice(0, mostPairs)
    .map(({ pair }) => pair)
}

/**
 * The cost of the search index grows with how often each three letters of the text occur, even if the text is rare. So of several words
 * rare pairs are looked up, and the whole text is compared with what they find. The fence keeps PostgreSQL from computing pairs for circles
 * that it found in another way.
 */
function matchesBy(filter: CircleFilter, pairs: readonly Pair[]): RawBuilder<unknown> {
  if (pairs.length === 0) return sql`circles where ${allOf([isVisible, ...conditionsOf(filter)])}`
  const squares = isInSquares(filter)
  const looked = allOf([isVisible, ...pairs.map(hasPair), ...(squares ? [squares] : [])])
  return sql`(select * from circles where ${looked} offset 0) circles where ${allOf(conditionsOf(filter))}`
}

/**
 * Among few circles nothing is asked. Only a text that the sample has is counted among every sixteenth circle, up to the limit; in a place
 * its matches may be few, even if it is frequent elsewhere.
 */
export async function probeText(db: Database, filter: CircleFilter, { total, sampledFrom }: SearchLimits): Promise<TextProbe> {
  const sample = await sampleOf(db, sampledFrom)
  if (sample.circles <= sampledFrom) return { isFrequent: false, estimate: 0, matches: matchesBy(filter, []) }
  const needle = needleOf(filter)
  const share = shareOf(sample, needle)
  const pairs = rarePairs(sample, needle)
  const matches = filter.near && pairs.length === 0 && share > rareShare ? circlesOfPlace(filter) : matchesBy(filter, pairs)
  if (isInPlace(filter) || share <= rareShare) return { isFrequent: false, estimate: share * sample.circles, matches }
  const { rows } = await sql<{ sampled: number }>`select count(*)::int as sampled from
    (select from circles where ${allOf([isVisible, isSampled, ...conditionsOf(filter)])} limit ${sql.lit(total + 1)}) found`.execute(db)
  const sampled = rows[0]?.sampled ?? 0
  return { isFrequent: sampled > total, estimate: sampled * sampleRatio, matches }
}
