import { arcsWords } from './arcs.ts'
import { isolate } from './isolate.ts'
import type { RelatedParty } from './motions.ts'
import { reminderWords } from './notice-period.ts'

export const digestChoices = [
  { value: 'daily', text: 'Daily' },
  { value: 'weekly', text: 'Weekly' },
  { value: 'off', text: 'Off' },
] as const
export type Digest = (typeof digestChoices)[number]['value']
export const digestValues = digestChoices.map(({ value }) => value)
export const defaultDigest: Digest = 'weekly'

/** What happened to the details of where to pay; the details themselves are in no notice. */
const payNotices = {
  named: 'new account details were named. They can’t be used yet',
  confirmed: 'new account details were confirmed. They can be used after three days of notice',
  stopped: 'account details were stopped. Do not pay to them',
  released: 'two members called back, so the stop ended',
  withdrawn: 'account details that were not in use yet were withdrawn',
} as const
export type PayNews = keyof typeof payNotices

/** The data of a notice besides its kind: codes and counts, never a person's name. */
export type NoticeDetails = {
  readonly why?: 'closing' | 'changed' | 'joined' | 'removed'
  readonly state?: 'open' | 'passes' | 'blocked'
  readonly isClosed?: boolean
  readonly tooFewVoted?: boolean
  /** The change moved the closing date. */
  readonly isMoved?: boolean
  readonly count?: number
  /** The result of a motion. */
  readonly outcome?: 'passed' | 'did_not_pass' | 'too_few_voted'
  /** The words of a saved search. */
  readonly search?: string
  /** A month of the book (`YYYY-MM`). */
  readonly month?: string
  /** Of a statement. */
  readonly year?: number
  /** Why a motion lapsed. */
  readonly lapsed?: keyof typeof lapseNotices
  /** Who is said to be related to the reader; the payee if it is not said. */
  readonly party?: RelatedParty
  /** What happened to where to pay. */
  readonly pay?: PayNews
  /** The id of a distribution. */
  readonly distribution?: string
  /** The id of a call for money. */
  readonly call?: string
  /** The id of an offer of arcs. */
  readonly offer?: string
}

/** What the sentences are made of. `ofCircle` begins a sentence: it gives other words if the circle has no title. */
type Words = {
  readonly facts: NoticeDetails
  readonly circle: string
  readonly ofCircle: (otherwise: string) => string
  readonly property: string
  readonly motion: string
  readonly subject: string
}

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

function outcomeWords({ state, isClosed, tooFewVoted }: NoticeDetails): string {
  if (isClosed && tooFewVoted) return 'did not pass: too few voted'
  if (isClosed) return { passes: 'passed', blocked: 'was blocked by a veto', open: 'did not pass' }[state ?? 'open']
  return { passes: 'passes', blocked: 'is blocked by a veto', open: 'no longer passes' }[state ?? 'open']
}

function voteWords({ why, count = 0, isMoved }: NoticeDetails, address: string, circle: string): string {
  if (why === 'joined') return `${counted(count, 'property waits', 'properties wait')} for your vote in ${circle}`
  if (why === 'changed') return `${address} changed after you voted: please look again${isMoved ? '; voting closes later now' : ''}`
  return `${address} closes within ${reminderWords}, and your vote is missing`
}

function leftWords({ why, count = 1 }: NoticeDetails, circle: string): string {
  if (count > 1) return `${count} members left ${circle}`
  return why === 'removed' ? `A member was removed from ${circle}` : `A member left ${circle}`
}

const lapseNotices = {
  circle_ended: 'the circle ended',
  gathering: 'the circle went back to gathering',
  proposer_deleted: 'its proposer’s account was deleted',
  same_passed: 'the same motion passed',
  stage_changed: 'the circle went on',
  no_reason: 'its reason does not hold any more',
  wire_done: 'the money was sent to the title company',
  transfer_over: 'the transfer is over',
} as const

const motionOutcomeWords = { passed: 'passed', did_not_pass: 'did not pass', too_few_voted: 'did not pass: too few voted' } as const

/** Every kind of notice, with its sentence. */
const sentences = {
  new_property: ({ circle, property }) => `${property} was brought to ${circle}`,
  vote_waits: ({ facts, circle, property }) => voteWords(facts, property, circle),
  answer: ({ facts, subject }) =>
    facts.count && facts.count > 1 ? `${facts.count} new posts about ${subject}` : `Someone wrote about ${subject}`,
  outcome: ({ facts, property }) => `${property} ${outcomeWords(facts)}`,
  circle_complete: ({ ofCircle }) => `${ofCircle('Your circle')} is fully funded`,
  shares_free: ({ facts, circle }) => `${arcsWords(facts.count ?? 1)} came free in ${circle}`,
  verified: () => 'Your account is verified: you can create, join and vote',
  rules_changed: ({ ofCircle }) => `${ofCircle('Your circle')} has new rules`,
  member_joined: ({ facts, circle }) => `${counted(facts.count ?? 1, 'new member', 'new members')} joined ${circle}`,
  member_left: ({ facts, circle }) => leftWords(facts, circle),
  broker_assigned: ({ circle }) => `You were assigned to ${circle} as a broker`,
  broker_unassigned: ({ circle }) => `You are no longer a broker of ${circle}`,
  verification_question: () => 'Our team has a question about your verification',
  verification_declined: () => 'Your verification was declined: please read why',
  verification_reopened: () => 'You may ask to be verified again',
  // Followers are outsiders: they learn neither the address nor the result.
  followed_property: ({ facts, circle }) =>
    `${counted(facts.count ?? 1, 'property was', 'properties were')} brought to ${circle}, which you follow`,
  followed_outcome: ({ facts, ofCircle }) =>
    `${ofCircle('A circle')} decided on ${(facts.count ?? 1) === 1 ? 'a property' : `${facts.count} properties`}; you follow it`,
  followed_shares: ({ facts, circle }) => `${arcsWords(facts.count ?? 1)} came free in ${circle}, which you follow`,
  followed_complete: ({ ofCircle }) => `${ofCircle('A circle')}, which you follow, is fully funded`,
  new_motion: ({ circle, motion }) => `${motion} waits for your vote in ${circle}`,
  motion_waits: ({ motion }) => `${motion} closes within ${reminderWords}, and your vote is missing`,
  motion_outcome: ({ facts, motion }) => `${motion} ${motionOutcomeWords[facts.outcome ?? 'did_not_pass']}`,
  motion_changed: ({ circle, motion }) => `${motion} was changed before any vote in ${circle}: please read it again`,
  motion_claim: ({ facts, motion }) => `${motion} says that its ${facts.party ?? 'payee'} is related to you: please say whether that is so`,
  motion_lapsed: ({ facts, motion }) => `${motion} ended without a result: ${lapseNotices[facts.lapsed ?? 'gathering']}`,
  circle_ended: ({ ofCircle }) => `${ofCircle('Your circle')} has ended`,
  mention: ({ circle }) => `Someone mentioned you in ${circle}`,
  question: ({ facts, circle }) => `${counted(facts.count ?? 1, 'question waits', 'questions wait')} for your answer about ${circle}`,
  question_answered: ({ circle }) => `Your question about ${circle} was answered`,
  question_declined: ({ ofCircle }) => `The owner of ${ofCircle('a circle')} chose not to answer your question`,
  saved_search: ({ facts, ofCircle }) =>
    `${ofCircle('A new circle')} is like your search${facts.search ? ` “${isolate(facts.search)}”` : ''}`,
  // Without amounts: the call's page shows them.
  call_opened: ({ circle }) => `You are asked to pay in ${circle}`,
  call_waits: ({ circle }) => `Your part of a call in ${circle} is not paid yet`,
  call_complete: ({ circle }) => `Everyone has paid a call in ${circle}`,
  payment_counted: ({ circle }) => `Your payment in ${circle} counts now`,
  payment_returned: ({ circle }) => `A payment of yours in ${circle} was taken back by the bank: it is open again`,
  money_word_asked: ({ circle }) => `A payment in ${circle} waits for your word`,
  money_paid_back: ({ circle }) => `Money kept for you in ${circle} was sent back: please say whether you have it`,
  distribution_posted: ({ circle }) => `Something was paid out to you in ${circle}`,
  distribution_waits: ({ circle }) => `Paying out was decided in ${circle}: it waits until cash covers it`,
  distribution_lapsed: ({ circle }) => `A decision about paying out in ${circle} lapsed: please read why`,
  distribution_reversed: ({ circle }) => `What was to be paid out in ${circle} was taken back`,
  payout_paid: ({ circle }) => `What you are owed in ${circle} was paid`,
  payout_word_asked: ({ circle }) => `The treasurer of ${circle} says that you were paid: please say whether it has come`,
  where_to_pay: ({ facts, circle }) => `Where to pay in ${circle}: ${payNotices[facts.pay ?? 'named']}`,
  month_waits: ({ circle }) => `A month of the book of ${circle} agrees with the bank and waits for your confirmation`,
  month_sent_back: ({ circle }) => `A month of the book of ${circle} was sent back: please read why`,
  statement_issued: ({ facts, circle }) => `Your statement${facts.year ? ` of ${facts.year}` : ''} in ${circle} was issued`,
  month_closed: ({ circle }) => `A month of the book of ${circle} was closed`,
  booked_without_permission: ({ circle }) => `A payment that nobody had permitted was booked in ${circle}, because the bank shows it`,
  outlay_waits: ({ circle }) => `An outlay of the treasurer of ${circle} waits for another member’s word`,
  reversal_waits: ({ circle }) => `The reversal of an entry of the book of ${circle} waits for your word`,
  sign_asked: ({ facts, circle }) => `${counted(facts.count ?? 1, 'document waits', 'documents wait')} for your signature in ${circle}`,
  sign_named: ({ circle }) => `Someone says that you signed a paper of ${circle}: please say whether that is so`,
  document_signed: ({ circle }) => `A document of ${circle} was signed by everyone who was asked`,
  sign_declined: ({ circle }) => `Someone who was asked does not sign a document of ${circle}`,
  purchase_started: ({ ofCircle, property }) => `${ofCircle('Your circle')} has started to buy ${property}`,
  step_assigned: ({ circle, property }) => `A step of buying ${property} was assigned to you in ${circle}`,
  settlement_waits: ({ circle, property }) => `The settlement statement of ${property} waits for a member’s confirmation in ${circle}`,
  bought: ({ ofCircle, property }) => `${ofCircle('Your circle')} owns ${property} now`,
  sale_waits: ({ circle, property }) => `The sale of ${property} waits for a member’s confirmation in ${circle}`,
  sold: ({ ofCircle, property }) => `${ofCircle('Your circle')} has sold ${property}`,
  ending_waits: ({ ofCircle }) => `${ofCircle('Your circle')} ends as soon as nothing stands in the way: the motion says what does`,
  ending_lapsed: ({ ofCircle }) => `${ofCircle('Your circle')} goes on: it did not end in time after its motion`,
  given_up: ({ circle, property }) => `Buying ${property} was given up in ${circle}`,
  charter_waits: ({ circle }) => `Buying waits for you: please read and agree to the current charter of ${circle}`,
  offer_made: ({ circle }) => `Arcs of ${circle} are offered to its members`,
  offer_to_others: ({ facts, circle }) => `${arcsWords(facts.count ?? 1)} of ${circle} can be taken over`,
  offer_result: ({ circle }) => `The bids for arcs of ${circle} were opened`,
  offer_ended: ({ circle }) => `An offer of arcs of ${circle} has ended`,
  offer_yes: ({ circle }) => `Someone would take over arcs that you offer in ${circle}`,
  transfer_to_pay: ({ circle }) => `Arcs of ${circle} are yours once you have paid their seller`,
  transfer_paid: ({ circle }) => `The buyer of your arcs of ${circle} says that they have paid: please say whether you have received it`,
  transfer_done: ({ circle }) => `Arcs of ${circle} were handed on`,
  transfer_ended: ({ circle }) => `A transfer of arcs of ${circle} ended without them being handed on`,
  report_seen: () => 'Your report was looked at. Thank you.',
} satisfies Readonly<Record<string, (words: Words) => string>>
export type NoticeKind = keyof typeof sentences
export const noticeKinds = Object.keys(sentences) as NoticeKind[]

/** Unread notices of these kinds about the same subject are counted up instead of repeated. */
export const countedKinds = [
  'answer',
  'member_joined',
  'member_left',
  'followed_property',
  'followed_outcome',
  'question',
  'sign_asked',
] as const satisfies readonly NoticeKind[]

type NoticeSubject = {
  readonly kind: NoticeKind
  readonly facts: NoticeDetails
  readonly circleTitle: string | null
  readonly address: string | null
  readonly motionTitle: string | null
}

/** A notice in one sentence, the same on the page and in the digest. */
export function noticeWords({ kind, facts, circleTitle, address, motionTitle }: NoticeSubject): string {
  const ofCircle = (otherwise: string): string => isolate(circleTitle ?? otherwise)
  const property = isolate(address ?? 'A property')
  const motion = motionTitle ? `“${isolate(motionTitle)}”` : 'A motion'
  const sentence: (words: Words) => string = sentences[kind]
  return sentence({ facts, circle: ofCircle('your circle'), ofCircle, property, motion, subject: motionTitle === null ? property : motion })
}
