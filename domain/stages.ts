import { type Decision, granted, refused } from './decision.ts'
import { isolate } from './isolate.ts'

/** The life of a circle. */
export const stages = ['gathering', 'deciding', 'buying', 'owning', 'ended'] as const
export type Stage = (typeof stages)[number]

export const stageLabels: Readonly<Record<Stage, string>> = {
  gathering: 'Gathering',
  deciding: 'Deciding',
  buying: 'Buying',
  owning: 'Owning',
  ended: 'Ended',
}

/** Of a circle that is buying a property or owns one. */
export type Holding = 'buying' | 'owning'

export type StageBasis = {
  readonly isEnded: boolean
  readonly arcs: number
  readonly freeArcs: number
  readonly holding: Holding | null
}

/** Gathering and deciding follow from the arcs, buying and owning from an acquisition. A circle without a target has no arcs. */
export function stageOf({ isEnded, arcs, freeArcs, holding }: StageBasis): Stage {
  if (isEnded) return 'ended'
  return holding ?? (arcs > 0 && freeArcs === 0 ? 'deciding' : 'gathering')
}

/** What happens to a circle or its members and is not possible in every stage. */
export type StagedAct =
  | 'join'
  | 'leave'
  | 'remove_member'
  | 'delete_own_circle'
  | 'delete_circle'
  | 'delete_member_as_admin'
  | 'delete_own_account'
  | 'change_properties'
  | 'vote'
  | 'set_rules'
  | 'propose_motion'

const allowed: Readonly<Record<StagedAct, readonly Stage[]>> = {
  join: ['gathering'],
  leave: ['gathering'],
  remove_member: ['gathering', 'deciding'],
  // As its owner; `delete_circle` is an administrator's.
  delete_own_circle: ['gathering', 'deciding'],
  delete_circle: ['gathering', 'deciding', 'ended'],
  delete_member_as_admin: ['gathering', 'deciding', 'ended'],
  // While holding arcs of the circle.
  delete_own_account: ['gathering', 'ended'],
  // While buying all but the one that is being bought.
  change_properties: ['gathering', 'deciding', 'buying'],
  vote: ['gathering', 'deciding', 'buying'],
  // By the owner alone; from deciding on only a motion changes them.
  set_rules: ['gathering'],
  propose_motion: ['deciding', 'buying', 'owning'],
}

export const isAllowedIn = (stage: Stage, act: StagedAct): boolean => allowed[act].includes(stage)

type StageRefusal =
  | 'circle_ended'
  | 'circle_full'
  | 'circle_is_full'
  | 'holds_funded_circle'
  | 'circle_stays'
  | 'properties_read_only'
  | 'rules_by_motion'
  | 'motion_kind_not_now'

const refusalOf: Readonly<Record<StagedAct, (stage: Stage) => StageRefusal>> = {
  join: () => 'circle_full',
  leave: (stage) => (stage === 'deciding' ? 'circle_is_full' : 'circle_stays'),
  remove_member: () => 'circle_stays',
  delete_own_circle: () => 'circle_stays',
  delete_circle: () => 'circle_stays',
  delete_member_as_admin: () => 'circle_stays',
  delete_own_account: (stage) => (stage === 'deciding' ? 'holds_funded_circle' : 'circle_stays'),
  change_properties: () => 'properties_read_only',
  vote: () => 'properties_read_only',
  set_rules: () => 'rules_by_motion',
  propose_motion: () => 'motion_kind_not_now',
}

/** Whether the act is possible in this stage, or why not. */
export function decideInStage(stage: Stage, act: StagedAct): Decision<Stage, StageRefusal> {
  if (isAllowedIn(stage, act)) return granted(stage)
  return refused(stage === 'ended' ? 'circle_ended' : refusalOf[act](stage))
}

/** What the sentence under the stage line is made of. */
export type StageFacts = {
  readonly stage: Stage
  readonly arcs: number
  readonly freeArcs: number
  /** Addresses of properties that passed at their closing date. */
  readonly passed: readonly string[]
  /** Open properties and motions that wait for the reader's vote, soonest closing first. */
  readonly waiting: readonly { readonly name: string; readonly closesOn: string | null }[]
  readonly openProperties: number
  readonly openMotions: number
  readonly charter: { readonly version: number; readonly agreed: number; readonly members: number }
  /** While the circle buys. */
  readonly purchase?: PurchaseProgress | null
  /** While it owns: the last closed month in words, such as "April 2028". */
  readonly bookClosedTo?: string | null
  /** While it owns: the first thing that waits, besides votes. */
  readonly owningWaits?: OwningWaits | null
  /** While it owns: how far selling is; null before a motion to sell has passed. */
  readonly selling?: SellingProgress | null
  /** A motion to end the circle has passed: what stands in the way, in sentences. */
  readonly endingWaitsFor?: readonly string[] | null
}

export type SellingProgress = {
  readonly address: string
  readonly state: 'permitted' | 'waits' | 'sold'
  /** The day in words until which a sale may be recorded. */
  readonly until: string
}

/** Who has paid what calls asked of them. */
export type PaymentProgress = {
  /** Holders who were asked to pay, and those who have paid all of it. */
  readonly asked: number
  readonly paid: number
  /** Who still owes a part: the reader first, as "You". */
  readonly owing: readonly string[]
  /** The day in words by which the first of them is asked to pay. */
  readonly payBy: string | null
}

/** What waits in a circle that owns. Months are in words. */
export type OwningWaits =
  | ({ readonly what: 'call' } & PaymentProgress)
  | { readonly what: 'bank_lines'; readonly count: number }
  | { readonly what: 'month_to_confirm' | 'month_to_agree'; readonly month: string }
  | { readonly what: 'payouts' | 'payout_words'; readonly people: number }

/** How far a purchase is, as far as its stage sentence tells. */
export type PurchaseProgress = PaymentProgress & {
  readonly address: string
  /** The step that comes now and who does it, if anyone. */
  readonly step: { readonly title: string; readonly who: string | null } | null
  readonly isSettlementWaiting: boolean
}

/** The sentence has a bold beginning. */
type StageSentence = { readonly lead: string; readonly rest: string; readonly isOwnersTurn: boolean }

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

function decidingSentence({ passed, waiting, openProperties, openMotions, charter }: StageFacts): StageSentence {
  const next = waiting[0]
  if (passed.length > 0 && charter.agreed < charter.members) {
    const lead = passed.length === 1 ? `${isolate(passed[0] ?? '')} passed.` : `${passed.length} properties passed.`
    const rest = `${charter.agreed} of ${charter.members} members have agreed to version ${charter.version} of the charter: buying can start when all have.`
    return { lead, rest, isOwnersTurn: false }
  }
  if (passed.length === 1)
    return { lead: `All arcs are held. ${isolate(passed[0] ?? '')} passed:`, rest: 'the owner can start buying.', isOwnersTurn: true }
  if (passed.length > 1) return { lead: `${passed.length} properties passed:`, rest: 'the owner chooses which to buy.', isOwnersTurn: true }
  if (next) {
    const closes = next.closesOn === null ? '' : ` closes on ${next.closesOn} and`
    const lead = openMotions > 0 ? `${counted(openMotions, 'motion is', 'motions are')} open.` : 'All arcs are held.'
    return { lead, rest: `${isolate(next.name)}${closes} waits for your vote.`, isOwnersTurn: false }
  }
  if (openProperties > 0)
    return {
      lead: 'All arcs are held.',
      rest: `${counted(openProperties, 'property is', 'properties are')} open for the circle to decide.`,
      isOwnersTurn: false,
    }
  return { lead: 'All arcs are held.', rest: 'The circle can look for a property and vote on it.', isOwnersTurn: false }
}

/** "A", "A and B", "A, B and 3 others" */
const peopleWords = (names: readonly string[]): string => {
  const [first = '', second] = names
  if (second === undefined) return first
  return names.length === 2 ? `${first} and ${second}` : `${first}, ${second} and ${counted(names.length - 2, 'other', 'others')}`
}

function payingSentence({ asked, paid, payBy, ...progress }: PaymentProgress): StageSentence {
  const owing = progress.owing.map(isolate)
  const verb = owing.length === 1 && owing[0] !== isolate('You') ? 'is' : 'are'
  const by = payBy === null ? '' : ` by ${payBy}`
  return { lead: `${paid} of ${asked} members have paid.`, rest: `${peopleWords(owing)} ${verb} asked to pay${by}.`, isOwnersTurn: false }
}

function buyingSentence(purchase: PurchaseProgress): StageSentence {
  const { address, asked, owing, step, isSettlementWaiting } = purchase
  if (owing.length > 0) return payingSentence(purchase)
  const lead = asked > 0 ? 'All members have paid.' : `Buying ${isolate(address)}.`
  if (isSettlementWaiting) return { lead, rest: 'The settlement statement waits for another member’s confirmation.', isOwnersTurn: false }
  if (!step) return { lead, rest: 'The owner can enter the settlement statement.', isOwnersTurn: true }
  const who = step.who === null ? 'nobody is named for it yet' : isolate(step.who)
  return { lead, rest: `Next: ${isolate(step.title)} (${who}).`, isOwnersTurn: step.who === null }
}

function sellingSentence({ address, state, until }: SellingProgress): StageSentence {
  const property = isolate(address)
  if (state === 'sold')
    return { lead: `${property} is sold.`, rest: 'What is left is paid out; then a motion ends the circle.', isOwnersTurn: false }
  if (state === 'waits')
    return { lead: `The sale of ${property} is recorded.`, rest: 'It waits for another member’s confirmation.', isOwnersTurn: false }
  return { lead: `The circle may sell ${property}:`, rest: `the owner can record the sale until ${until}.`, isOwnersTurn: true }
}

function endingSentence([first = '', ...more]: readonly string[]): StageSentence {
  const rest = more.length === 0 ? first : `${first} ${counted(more.length, 'more point stands', 'more points stand')} in the way.`
  return { lead: 'The circle ends once nothing stands in the way.', rest, isOwnersTurn: false }
}

/** What waits in the book, and who does it. */
function waitsSentence(waits: OwningWaits): StageSentence {
  switch (waits.what) {
    case 'call':
      return payingSentence(waits)
    case 'bank_lines': {
      const lead = `${counted(waits.count, 'line of the bank is', 'lines of the bank are')} not matched yet.`
      return { lead, rest: 'The treasurer books and matches what the bank shows.', isOwnersTurn: false }
    }
    case 'month_to_confirm':
      return { lead: `${waits.month} agrees with the bank.`, rest: 'A member who had no part in it confirms it.', isOwnersTurn: false }
    case 'month_to_agree':
      return {
        lead: `${waits.month} is over.`,
        rest: 'The treasurer adds the bank’s file and agrees the book with it.',
        isOwnersTurn: false,
      }
    case 'payouts': {
      const lead = `${counted(waits.people, 'person waits', 'people wait')} for what was paid out.`
      return { lead, rest: 'The treasurer pays it.', isOwnersTurn: false }
    }
    case 'payout_words': {
      const lead = `${counted(waits.people, 'payout is', 'payouts are')} marked as paid.`
      return { lead, rest: 'It counts once its receiver says that it came.', isOwnersTurn: false }
    }
  }
}

function owningSentence({ waiting, openMotions, bookClosedTo, owningWaits, selling }: StageFacts): StageSentence {
  if (selling) return sellingSentence(selling)
  const rest = bookClosedTo ? `The book is closed up to ${bookClosedTo}.` : 'No month of the book is closed yet.'
  const next = waiting[0]
  if (!next && owningWaits) return waitsSentence(owningWaits)
  if (!next)
    return {
      lead: openMotions > 0 ? `${counted(openMotions, 'motion is', 'motions are')} open.` : 'Nothing waits.',
      rest,
      isOwnersTurn: false,
    }
  const closes = next.closesOn === null ? '' : ` closes on ${next.closesOn} and`
  return { lead: `${isolate(next.name)}${closes} waits for your vote.`, rest, isOwnersTurn: false }
}

/** What comes next and who must do it. */
export function stageSentence(facts: StageFacts): StageSentence {
  const { stage, arcs, freeArcs, passed } = facts
  if (stage === 'ended')
    return { lead: 'This circle has ended.', rest: 'Its record and all exports stay here for its members.', isOwnersTurn: false }
  if (facts.endingWaitsFor) return endingSentence(facts.endingWaitsFor)
  if (stage === 'buying' && facts.purchase) return buyingSentence(facts.purchase)
  if (stage === 'owning') return owningSentence(facts)
  if (stage !== 'gathering') return decidingSentence(facts)
  if (arcs === 0) return { lead: 'This circle has no target yet.', rest: 'The owner sets it before anyone can join.', isOwnersTurn: true }
  const free = `${freeArcs} of ${arcs} arcs ${freeArcs === 1 ? 'is' : 'are'} free`
  // Properties are voted on in this stage too, so one may have passed already.
  if (passed.length > 0)
    return {
      lead: passed.length === 1 ? `${passed[0]} passed.` : `${passed.length} properties passed.`,
      rest: `${free}: buying can start once all are held.`,
      isOwnersTurn: false,
    }
  return {
    lead: `${free}.`,
    rest: 'Anyone verified can join. Members vote on properties already; buying can start once all arcs are held.',
    isOwnersTurn: false,
  }
}
