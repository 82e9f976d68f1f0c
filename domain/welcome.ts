import { arcsWords } from './arcs.ts'
import { ownershipPercent } from './funding.ts'
import { isolate } from './isolate.ts'
import { type Dollars, formatDollars } from './money.ts'

/** A vote that is open in a circle, and how many of a member's arcs count in it. */
export type OpenVote = {
  readonly name: string
  readonly closesAt: string | null
  readonly counted: number
}

/** What a new member holds, and what their circle does next. */
export type WelcomeFacts = {
  readonly arcs: number
  readonly amount: Dollars
  readonly target: Dollars | null
  readonly freeArcs: number
  /** The member took the last arc that was free. */
  readonly tookLast: boolean
  readonly properties: number
  readonly openVotes: readonly OpenVote[]
}

/** "2 arcs, $150,000, 16.67%". */
export const holdingWords = ({ arcs, amount, target }: Pick<WelcomeFacts, 'arcs' | 'amount' | 'target'>): string =>
  `${arcsWords(arcs)}, ${formatDollars(amount)}, ${ownershipPercent(amount, target)}`

/** One thing that comes next: a moment or, without one, the words for when. */
export type ComingRow = {
  readonly at: string | null
  readonly when: string
  readonly what: string
  readonly rest: string
}

const mostRows = 3

function countWords(arcs: number, counted: number): string {
  if (counted === 0) return 'Your arcs came too late to count in this vote. You can follow it.'
  if (counted < arcs) return `${counted} of your ${arcs} arcs count here.`
  return arcs === 1 ? 'Your arc counts here.' : `Your ${arcs} arcs count here.`
}

/** What comes next for a new member, soonest first; what has no date comes last, with words for when. */
export function comingRows({ arcs, freeArcs, properties, openVotes }: WelcomeFacts): ComingRow[] {
  const votes = openVotes
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .map((vote): ComingRow => {
      const isDated = vote.closesAt !== null
      return {
        at: vote.closesAt,
        when: isDated ? '' : 'No date yet',
        what: `${isolate(vote.name)}: ${isDated ? 'voting closes' : 'voting is open'}.`,
        rest: countWords(arcs, vote.counted),
      }
    })
  const first: ComingRow = { at: null, when: 'Not yet known', what: 'A first property is brought.', rest: 'You get a notice of it.' }
  const decides: ComingRow = {
    at: null,
    when: `When ${freeArcs} more ${freeArcs === 1 ? 'arc is' : 'arcs are'} held`,
    what: 'The circle decides what to buy.',
    rest: 'Until then you may leave. No payment is taken here.',
  }
  return [...votes, ...(properties === 0 ? [first] : []), ...(freeArcs > 0 ? [decides] : [])].slice(0, mostRows)
}

const timeOf = ({ closesAt }: OpenVote): number => (closesAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(closesAt))

/** For a circle whose arcs are all held; null while some are free. */
export function fullWords({ arcs, freeArcs, tookLast }: Pick<WelcomeFacts, 'arcs' | 'freeArcs' | 'tookLast'>): string | null {
  if (freeArcs > 0) return null
  const lead = tookLast ? (arcs === 1 ? 'It was the last one.' : 'They were the last ones.') : 'Every arc is held.'
  return `${lead} The circle decides from now on.`
}
