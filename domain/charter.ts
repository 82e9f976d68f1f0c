import { defaultNoticeSeconds, periodWords } from './notice-period.ts'
import { type Rules, thresholdRange } from './outcome.ts'

/** One rule of a circle as people read it before they join. */
type Clause = { readonly title: string; readonly text: string }

const notice = periodWords(defaultNoticeSeconds)

const weight: Readonly<Record<Rules['countBy'], string>> = {
  arcs: 'Votes count by arcs: whoever holds more arcs has more say.',
  people: 'Votes count by person: every member has one say, however many arcs they hold.',
}

const part = (percent: number): string => (percent === 50 ? 'half' : `${percent}%`)

function passing({ countBy, threshold, quorum }: Rules): string {
  const all = countBy === 'arcs' ? 'the arcs held' : 'the members'
  const enough = threshold === thresholdRange.max ? `all of ${all}` : `more than ${part(threshold)} of ${all}`
  const turnout =
    quorum === 0
      ? 'No quorum is needed.'
      : `${quorum === 100 ? 'All' : `At least ${part(quorum)}`} of ${all} must have voted. Watch List and Veto count as having voted.`
  return `A property passes when ${enough} vote Ready to Invest. ${turnout} It is counted by what is held at that moment; a closing date counts only arcs that their holder has had for ${notice} by then.`
}

/** The circle's rules in plain words. Versioned: a buyer accepts the current version. */
export const charterClauses = (rules: Rules): Clause[] => [
  { title: 'How votes count', text: weight[rules.countBy] },
  { title: 'When a property passes', text: passing(rules) },
  {
    title: 'Vetoes',
    text: rules.vetoBlocks
      ? 'A single veto blocks a property for as long as it stands.'
      : 'A veto says no. It does not block a property on its own.',
  },
  {
    title: 'Changing your mind',
    text: `You can change or clear your vote at any time before the closing date, if the property has one. A closing date is set at least ${notice} ahead and freezes the outcome; from then on the property’s address, price, link and picture are locked. Every change of outcome is on the circle’s record, with the votes and reasons of that moment.`,
  },
  {
    title: 'Leaving',
    text: 'You can leave while the circle is not fully funded. Your arcs come free for others and your votes are taken back; what is on the record stays. The owner has to hand the circle on first.',
  },
  {
    title: 'When the circle is full',
    text: 'Once every arc has a holder, the circle is complete and the group can proceed with an acquisition. Nobody can join or leave from then on. A commitment is recorded; no payment is taken here.',
  },
  {
    title: 'Changing these rules',
    text: 'While arcs are free, the owner can change how the circle decides, but not while an open property has votes, and not once a motion has set these rules. From the moment every arc is held, only a motion of the members changes them. Every version is kept, and the members are told.',
  },
  {
    title: 'Motions',
    text: `Once every arc is held, any member can propose a motion: to spend, to name a treasurer, to set a reserve, to change these rules, or anything else. It closes between one and 60 days ahead, or once everyone has voted and every arc has been held for ${notice}. Yes must exceed the part of all that may vote which its kind needs: half to release a member, two thirds to change these rules, three quarters to end the circle, and what a property needs for everything else. A member who says that they profit has no vote on it and is left out of the count; nobody says it for another. When arcs come free, open motions end without a result.`,
  },
  {
    title: 'Being released',
    text: 'Before anything is bought, a member of a full circle can ask to be released. If more than half of the others agree, their arcs come free and the circle gathers again.',
  },
  {
    title: 'Ending the circle',
    text: 'Before anything is bought, a motion ends the circle: all commitments end at once, and the record stays for its members.',
  },
]
