import { type RawBuilder, sql } from 'kysely'
import type { CircleFilter } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { allOf, circleText, conditionsOf, contains, isSampled, isVisible, needleOf, sampleRatio } from './circle-filter.ts'
import type { SearchLimits } from './search-limits.ts'

/** What is known about a text before it is searched for. */
type TextProbe = {
  /** Whether the sample alone has too many matches to count. */
  readonly isFrequent: boolean
  /** About how many there are; 0 if nothing was asked. */
  readonly estimate: number
  /** All matches, by the search index. */
  readonly matches: RawBuilder<unknown>
}

/** Texts of circles from anywhere in the table, as the search index has them. */
type Sample = { readonly circles: number; readonly texts: readonly string[] }

/** The search index knows letters and digits; everything else only ends a word. */
const asIndexed = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

const sampleSize = 1_000
const sampleIsKeptFor = 60_000

/** A text in at most this share of the sample is found by the search index alone. */
const rareShare = 0.005
/** A part of a text is looked up by itself if at most this share of the sample has it. */
const rarePartShare = 0.01

const numberOfCircles = sql<{ circles: number }>`select reltuples as circles from pg_class where oid = 'circles'::regclass`

async function readSample(db: Database, sampledFrom: number): Promise<Sample> {
  const { rows: sizes } = await numberOfCircles.execute(db)
  const circles = sizes[0]?.circles ?? 0
  if (circles <= sampledFrom) return { circles, texts: [] }
  const percent = Math.min(100, (200 * sampleSize) / Math.max(1, circles))
  const { rows } = await sql<{ text: string }>`select ${circleText} as text from circles tablesample system (${percent}::real)
    where ${isVisible} limit ${sampleSize}`.execute(db)
  return { circles, texts: rows.map(({ text }) => asIndexed(` ${text} `)) }
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

/** The words of a text with the spaces beside them, because " 634" is rarer than "634". */
const partsOf = (needle: string): string[] =>
  [...needle.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(({ 0: word, index }) => {
    const [before, after] = [needle[index - 1] === ' ' ? ' ' : '', needle[index + word.length] === ' ' ? ' ' : '']
    return `${before}${word}${after}`
  })

/** The share of the sample that has the text. PostgreSQL may compare some letters in another way, which costs time at most. */
function shareOf({ texts }: Sample, text: string): number {
  const indexed = asIndexed(text)
  return texts.filter((each) => each.includes(indexed)).length / Math.max(1, texts.length)
}

/**
 * The cost of the search index grows with how often each three letters of the text occur, even if the text is rare. So of several words
 * only one that is rare by itself is looked up, and the whole text is compared with what that finds.
 */
function matchesBy(filter: CircleFilter, part: string | undefined): RawBuilder<unknown> {
  if (part === undefined) return sql`circles where ${allOf([isVisible, ...conditionsOf(filter)])}`
  const byPart = allOf([isVisible, contains(part)])
  return sql`(select * from circles where ${byPart} offset 0) circles where ${allOf(conditionsOf(filter))}`
}

function rarestPart(sample: Sample, needle: string): string | undefined {
  const parts = partsOf(needle).map((part) => ({ part, share: shareOf(sample, part) }))
  const [rarest, ...others] = parts.sort((one, other) => one.share - other.share)
  return rarest && others.length > 0 && rarest.share <= rarePartShare ? rarest.part : undefined
}

/** Among few circles nothing is asked. Only a text that the sample has is counted among every sixteenth circle, up to the limit. */
export async function probeText(db: Database, filter: CircleFilter, { total, sampledFrom }: SearchLimits): Promise<TextProbe> {
  const sample = await sampleOf(db, sampledFrom)
  if (sample.circles <= sampledFrom) return { isFrequent: false, estimate: 0, matches: matchesBy(filter, undefined) }
  const needle = needleOf(filter)
  const share = shareOf(sample, needle)
  const matches = matchesBy(filter, rarestPart(sample, needle))
  if (share <= rareShare) return { isFrequent: false, estimate: share * sample.circles, matches }
  const { rows } = await sql<{ sampled: number }>`select count(*)::int as sampled from
    (select from circles where ${allOf([isVisible, isSampled, ...conditionsOf(filter)])} limit ${sql.lit(total + 1)}) found`.execute(db)
  const sampled = rows[0]?.sampled ?? 0
  return { isFrequent: sampled > total, estimate: sampled * sampleRatio, matches }
}
