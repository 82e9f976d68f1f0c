import type { MotionSummary } from '#contract/motions.ts'
import { formatDate } from '#domain/dates.ts'

const day = 24 * 60 * 60 * 1_000
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The day of a closing date: its weekday within the next six days, else the date. Days are in UTC, as everywhere. */
export function closingDay(closesAt: string, now = Date.now()): string {
  const closes = new Date(closesAt)
  const days = Math.floor(closes.getTime() / day) - Math.floor(now / day)
  if (days === 0) return 'today'
  return days > 0 && days <= 6 ? (weekdays[closes.getUTCDay()] ?? '') : formatDate(closesAt)
}

type Counted = Pick<MotionSummary, 'countBy'>

const unitOf = ({ countBy }: Counted, count: number): string => {
  const one = countBy === 'arcs' ? 'arc' : 'member'
  return count === 1 ? one : `${one}s`
}

/** "3 arcs" */
export const counted = (motion: Counted, count: number): string => `${count} ${unitOf(motion, count)}`

/** What an open motion still needs. */
export function neededWords(motion: Pick<MotionSummary, 'countBy' | 'standing' | 'closesAt'>, now = Date.now()): string {
  const { outcome, of, missingInFavour, missingVotes, words } = motion.standing
  if (of === 0) return words
  if (outcome === 'passes') {
    const until = closingDay(motion.closesAt, now)
    return `Passes; everyone has until ${until}`
  }
  if (missingInFavour > 0) return `Needs ${missingInFavour} more ${unitOf(motion, missingInFavour)} to say yes`
  return `Needs ${missingVotes} more ${unitOf(motion, missingVotes)} to vote`
}

export const comeAgainWords = (at: string): string => `The same motion may come again from ${formatDate(at)}.`

/** What became of a closed motion. In an ended circle no motion comes again. */
export function endWords(motion: MotionSummary, isEnded = false): string {
  const { outcome, yes, of } = motion.standing
  if (outcome === 'withdrawn') return motion.followedBy ? `Followed by: ${motion.followedBy.title}` : 'No longer open for votes'
  const said = `${yes} of ${counted(motion, of)} yes`
  if (outcome === 'passed') return `${said}; in force`
  return motion.mayComeAgainAt && !isEnded ? `${said}. ${comeAgainWords(motion.mayComeAgainAt)}` : said
}

/** A motion whose words were erased has no title. */
export const titleOf = ({ title }: { readonly title: string }): string => title || 'A motion'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth']

/** A circle has at most twelve arcs; members may be more. */
export const ordinal = (count: number): string => ordinals[count - 1] ?? `${count}th`
