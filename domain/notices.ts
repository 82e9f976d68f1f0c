import { reminderWords } from './notice-period.ts'

export const noticeKinds = [
  'new_property',
  'vote_waits',
  'answer',
  'outcome',
  'circle_complete',
  'shares_free',
  'verified',
  'rules_changed',
  'member_joined',
  'member_left',
  'broker_assigned',
  'broker_unassigned',
  'verification_question',
  'verification_declined',
  'verification_reopened',
  'followed_property',
  'followed_outcome',
  'followed_shares',
  'followed_complete',
  'new_motion',
  'motion_waits',
  'motion_outcome',
  'circle_ended',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const digestChoices = [
  { value: 'daily', text: 'Daily' },
  { value: 'weekly', text: 'Weekly' },
  { value: 'off', text: 'Off' },
] as const
export type Digest = (typeof digestChoices)[number]['value']
export const digestValues = ['daily', 'weekly', 'off'] as const satisfies readonly Digest[]
export const defaultDigest: Digest = 'weekly'

/** The data of a notice besides its kind: codes and counts, never a person's name. */
export type NoticeFacts = {
  readonly why?: 'closing' | 'changed' | 'joined' | 'removed'
  readonly state?: 'open' | 'passes' | 'blocked'
  readonly isClosed?: boolean
  readonly tooFewVoted?: boolean
  /** The change moved the closing date. */
  readonly isMoved?: boolean
  readonly count?: number
  /** The result of a motion. */
  readonly outcome?: 'passed' | 'did_not_pass' | 'too_few_voted'
}

type NoticeSubject = {
  readonly kind: NoticeKind
  readonly facts: NoticeFacts
  readonly circleTitle: string | null
  readonly address: string | null
  readonly motionTitle: string | null
}

/** Unread notices of these kinds about the same subject are counted up instead of repeated. */
export const countedKinds = [
  'answer',
  'member_joined',
  'member_left',
  'followed_property',
  'followed_outcome',
] as const satisfies readonly NoticeKind[]

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

function outcomeWords({ state, isClosed, tooFewVoted }: NoticeFacts): string {
  if (isClosed && tooFewVoted) return 'did not pass: too few voted'
  if (isClosed) return { passes: 'passed', blocked: 'was blocked by a veto', open: 'did not pass' }[state ?? 'open']
  return { passes: 'passes', blocked: 'is blocked by a veto', open: 'no longer passes' }[state ?? 'open']
}

function voteWords({ why, count = 0, isMoved }: NoticeFacts, address: string, circle: string): string {
  if (why === 'joined') return `${counted(count, 'property waits', 'properties wait')} for your vote in ${circle}`
  if (why === 'changed') return `${address} changed after you voted: please look again${isMoved ? '; its closing date was moved' : ''}`
  return `${address} closes within ${reminderWords}, and your vote is missing`
}

function leftWords({ why, count = 1 }: NoticeFacts, circle: string): string {
  if (count > 1) return `${count} members left ${circle}`
  return why === 'removed' ? `A member was removed from ${circle}` : `A member left ${circle}`
}

const motionOutcomeWords = { passed: 'passed', did_not_pass: 'did not pass', too_few_voted: 'did not pass: too few voted' } as const

/** A notice in one sentence, the same on the page and in the digest. */
export function noticeWords({ kind, facts, circleTitle, address, motionTitle }: NoticeSubject): string {
  const circle = circleTitle ?? 'your circle'
  const property = address ?? 'A property'
  const motion = motionTitle ? `“${motionTitle}”` : 'A motion'
  const subject = motionTitle === null ? property : motion
  const words: Readonly<Record<NoticeKind, () => string>> = {
    new_property: () => `${property} was brought to ${circle}`,
    vote_waits: () => voteWords(facts, property, circle),
    answer: () => (facts.count && facts.count > 1 ? `${facts.count} new posts about ${subject}` : `Someone wrote about ${subject}`),
    outcome: () => `${property} ${outcomeWords(facts)}`,
    circle_complete: () => `${circleTitle ?? 'Your circle'} is fully funded`,
    shares_free: () => `${counted(facts.count ?? 1, 'share came free', 'shares came free')} in ${circle}`,
    verified: () => 'Your account is verified: you can create, join and vote',
    rules_changed: () => `${circleTitle ?? 'Your circle'} has new rules`,
    member_joined: () => `${counted(facts.count ?? 1, 'new member', 'new members')} joined ${circle}`,
    member_left: () => leftWords(facts, circle),
    broker_assigned: () => `You were assigned to ${circle} as a broker`,
    broker_unassigned: () => `You are no longer a broker of ${circle}`,
    verification_question: () => 'Our team has a question about your verification',
    verification_declined: () => 'Your verification was declined: please read why',
    verification_reopened: () => 'You may ask to be verified again',
    // Followers are outsiders: they learn neither the address nor the result.
    followed_property: () => `${counted(facts.count ?? 1, 'property was', 'properties were')} brought to ${circle}, which you follow`,
    followed_outcome: () =>
      `${circleTitle ?? 'A circle'} decided on ${(facts.count ?? 1) === 1 ? 'a property' : `${facts.count} properties`}; you follow it`,
    followed_shares: () => `${counted(facts.count ?? 1, 'share came free', 'shares came free')} in ${circle}, which you follow`,
    followed_complete: () => `${circleTitle ?? 'A circle'}, which you follow, is fully funded`,
    new_motion: () => `${motion} waits for your vote in ${circle}`,
    motion_waits: () => `${motion} closes within ${reminderWords}, and your vote is missing`,
    motion_outcome: () => `${motion} ${motionOutcomeWords[facts.outcome ?? 'did_not_pass']}`,
    circle_ended: () => `${circleTitle ?? 'Your circle'} has ended`,
  }
  return words[kind]()
}
