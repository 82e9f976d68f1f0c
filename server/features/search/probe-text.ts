import { type RawBuilder, sql } from 'kysely'
import type { CircleFilter } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { allOf, conditionsOf, contains, isSampled, isVisible, needleOf, sampleRatio } from './circle-filter.ts'
import { orders } from './circle-order.ts'
import type { SearchLimits } from './search-limits.ts'

/** Words are looked for in this many of the newest circles, to find a rare one. */
const newestRead = 300

const wordsOf = (needle: string): string[] => [...new Set(needle.match(/[\p{L}\p{N}]{3,}/gu) ?? [])]

type Probe = { readonly sampled: number | null; readonly hits: readonly number[] }

/** What is known about a text before it is searched for. */
type TextProbe = {
  /** Whether the sample alone has too many matches to count. */
  readonly isFrequent: boolean
  /** About how many there are; 0 if the sample was not asked. */
  readonly estimate: number
  /** All matches, by the search index. */
  readonly matches: RawBuilder<unknown>
}

/**
 * The cost of the search index grows with how often each three letters of the text occur, even if the text is rare. So of several words
 * only one that is rare by itself is looked up, and the whole text is compared with what that finds.
 */
function matchesBy(filter: CircleFilter, word: string | undefined): RawBuilder<unknown> {
  if (word === undefined) return sql`circles where ${allOf([isVisible, ...conditionsOf(filter)])}`
  const byWord = allOf([isVisible, contains(word)])
  return sql`(select * from circles where ${byWord} offset 0) circles where ${allOf(conditionsOf(filter))}`
}

type Size = { readonly circles: number; readonly askedAt: number }

const sizes = new WeakMap<Database, Size>()
const sizeIsKeptFor = 60_000

/** About how many circles there are, as PostgreSQL last counted them. Asked once in a minute: an old number costs time, not correctness. */
async function roughNumberOfCircles(db: Database): Promise<number> {
  const known = sizes.get(db)
  if (known && performance.now() - known.askedAt < sizeIsKeptFor) return known.circles
  const { rows } = await sql<{ circles: number }>`select reltuples as circles from pg_class where oid = 'circles'::regclass`.execute(db)
  const circles = rows[0]?.circles ?? 0
  sizes.set(db, { circles, askedAt: performance.now() })
  return circles
}

/** Among few circles nothing is asked. Only a text whose words are all found among the newest circles is looked for in the sample. */
export async function probeText(db: Database, filter: CircleFilter, { total, sampledFrom }: SearchLimits): Promise<TextProbe> {
  if ((await roughNumberOfCircles(db)) <= sampledFrom) return { isFrequent: false, estimate: 0, matches: matchesBy(filter, undefined) }
  const words = wordsOf(needleOf(filter))
  const counts = words.map((word) => sql`count(*) filter (where ${contains(word)})`)
  const { rows } = await sql<Probe>`select hits, case when 0 <> all(hits) then (select count(*) from
      (select from circles where ${allOf([isVisible, isSampled, ...conditionsOf(filter)])} limit ${sql.lit(total + 1)}) found)::int end as sampled
    from (select array[${sql.join(counts)}]::int[] as hits
      from (select * from circles where ${isVisible} order by ${orders.createdAt} limit ${sql.lit(newestRead)}) circles offset 0) probe`.execute(
    db,
  )
  const { sampled, hits } = rows[0] ?? { sampled: null, hits: [] }
  const rarest = words.length > 1 ? hits.indexOf(0) : -1
  return {
    isFrequent: (sampled ?? 0) > total,
    estimate: (sampled ?? 0) * sampleRatio,
    matches: matchesBy(filter, words[rarest]),
  }
}
