import type { MotionSummary } from '#contract/motions.ts'
import { countedIn, unitOf } from '#domain/counting.ts'
import { formatComingDay, formatDay, type Zone } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'

/** The day of a closing date: its weekday within the next six days, else the date. */
export const closingDay = (closesAt: string, zone: Zone, now = Date.now()): string => formatComingDay(closesAt, new Date(now), zone)

/** What an open motion still needs. */
export function neededWords(motion: Pick<MotionSummary, 'countBy' | 'standing' | 'closesAt'>, zone: Zone, now = Date.now()): string {
  const { outcome, of, missingInFavour, missingVotes, words } = motion.standing
  if (of === 0) return words
  if (outcome === 'passes') {
    const until = closingDay(motion.closesAt, zone, now)
    return `Passes; everyone has until ${until}`
  }
  if (missingInFavour > 0) return `Needs ${missingInFavour} more ${unitOf(motion.countBy, missingInFavour)} to say yes`
  return `Needs ${missingVotes} more ${unitOf(motion.countBy, missingVotes)} to vote`
}

/** After a no, or a withdrawal that a vote preceded, the same person waits; others do not. */
export const comeAgainWords = (
  { mayComeAgainAt, proposedBy }: Pick<MotionSummary, 'mayComeAgainAt' | 'proposedBy'>,
  zone: Zone,
): string | null =>
  mayComeAgainAt &&
  `${proposedBy.name ? isolate(proposedBy.name) : 'Its proposer'} may propose the same again from ${formatDay(mayComeAgainAt, zone)}, others at any time.`

/** What became of a closed motion. In an ended circle no motion comes again. */
export function endWords(motion: MotionSummary, zone: Zone, isEnded = false): string {
  const { outcome, yes, of } = motion.standing
  if (outcome === 'withdrawn') return motion.followedBy ? `Followed by: ${isolate(motion.followedBy.title)}` : 'No longer open for votes'
  if (outcome === 'lapsed') return `Without a result. ${motion.lapsedBecause ?? ''}`.trim()
  const said = `${yes} of ${countedIn(motion.countBy, of)} yes`
  if (outcome === 'passed') return `${said}; in force`
  const comeAgain = isEnded ? null : comeAgainWords(motion, zone)
  return comeAgain ? `${said}. ${comeAgain}` : said
}

/** A motion whose words were erased has no title. */
export const titleOf = ({ title }: { readonly title: string }): string => title || 'A motion'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth']

/** A circle has at most twelve arcs; members may be more. */
export const ordinal = (count: number): string => ordinals[count - 1] ?? `${count}th`
