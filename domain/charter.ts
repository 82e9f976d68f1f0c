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
    text: 'Once every arc has a holder, the circle is complete and the group can proceed with an acquisition. From then on nobody joins or leaves, except by handing on arcs, by being released or by being let go, as described below. A commitment is recorded; no payment is taken here.',
  },
  {
    title: 'Changing these rules',
    text: 'While arcs are free, the owner can change how the circle decides, but not while an open property has votes, and not once a motion has set these rules. From the moment every arc is held, only a motion of the members changes them. Every version is kept, and the members are told.',
  },
  {
    title: 'Motions',
    text: `Once every arc is held, any member can propose a motion: to spend, to name a treasurer, to set a reserve, to change these rules, or anything else. It closes between one and 60 days ahead, or once everyone has voted and every arc has been held for ${notice}. Yes must exceed the part of all that may vote which its kind needs: half to release a member, to name another owner, to call for money, to give up a purchase, to admit a newcomer or to settle a transfer of arcs, two thirds to change these rules, three quarters to let a member go, to sell the property or to end the circle, and what a property needs for everything else. Once the circle buys, motions count by arcs and always need more than half. A treasurer or an owner is named only with their own yes. A member who says that they profit has no vote on it and is left out of the count; nobody says it for another. When arcs come free, open motions end without a result.`,
  },
  {
    title: 'Members who are away',
    text: 'Someone who has not opened Arcstead for 60 days, and was told twice by mail, a week apart, what that means, is left out of every count until they come back. Yes must still be more than half of all that may vote with them, except to name another owner in place of one who is away. Being away takes no arc from anyone by itself.',
  },
  {
    title: 'Being released',
    text: 'Before anything is bought, a member of a full circle can ask to be released. If more than half of the others agree, their arcs come free and the circle gathers again.',
  },
  {
    title: 'Being let go',
    text: 'Before anything is bought, more than three quarters of the others can let a member go whose absence holds the circle up: who is away as described above, who was asked twice over 30 days and has not agreed to this charter, or who left the agreement unsigned or a due part unpaid in a purchase that was given up. The owner cannot be let go.',
  },
  {
    title: 'Buying',
    text: 'The owner can start buying a property that has passed at its closing date, once every member has agreed to this charter. Members pay in when they are called, together at most the target, each by the price of their arcs; Arcstead itself takes no payment. The owner enters the finish and another member confirms it: never above the price that passed, and with a loan only if a motion allowed it. Until something is paid the owner can give the purchase up, afterwards only a motion can. What was spent or lost is then shared in proportion to the parts called.',
  },
  {
    title: 'Owning',
    text: 'The treasurer keeps the book, and every member sees it. A payment needs a motion, unless it is an agreed payment on a loan, money that goes back to a person, or within the limit for emergencies. A motion can call for more money, the same for every arc. Nobody’s arcs are taken because a part is unpaid, but what is paid out on an arc settles its unpaid parts first. What is paid out is the same for every arc.',
  },
  {
    title: 'Handing on your arcs',
    text: 'When every arc is held and nothing is being bought, you can offer arcs at a price of your own: to the members first, for 30 days, and then to others, who need the agreement of the circle. An unpaid part goes with its arc. The owner hands the circle over before their last arc.',
  },
  {
    title: 'Ending the circle',
    text: 'A motion ends the circle: before anything is bought at once, and all commitments end with it; afterwards only once the property is sold and everything is settled and paid out. The record stays for its members.',
  },
]
