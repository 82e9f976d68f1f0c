import type { LiveEventName } from '#contract/live.ts'

/** What a circle consists of, as far as pages show it. */
type CirclePart = 'circle' | 'members' | 'properties' | 'thread' | 'rules' | 'record' | 'waiting-list' | 'invite'

/** Something that pages show and that acts change. A circle's fact ends with its id; `*` stands for every circle. */
export type Fact =
  | `${CirclePart}:${string}`
  | 'circle-lists'
  | 'my-circles'
  | 'my-properties'
  | 'my-assignments'
  | 'myself'
  | 'my-sessions'
  | 'my-wish'
  | 'notices'
  | 'notice-settings'
  | 'people'
  | 'user-lists'
  | 'admin-figures'
  | 'audit-log'
  | 'mails'
  | 'crash-reports'

export type Facts = readonly Fact[]

const partOf = (part: CirclePart) => (circleId: string) => `${part}:${circleId.toLowerCase()}` as const

/** Its words, figures, visibility and brokers. */
export const circleFact = partOf('circle')
/** Who holds what, and the ledger of it. */
export const membersFact = partOf('members')
/** Its listings with votes and closing dates. */
export const propertiesFact = partOf('properties')
export const threadFact = partOf('thread')
/** Its charter and who agreed to it. */
export const rulesFact = partOf('rules')
/** The record of decisions. */
export const recordFact = partOf('record')
export const waitingListFact = partOf('waiting-list')
export const inviteFact = partOf('invite')

const allOf = (circleId: string): Facts => [
  circleFact(circleId),
  membersFact(circleId),
  propertiesFact(circleId),
  threadFact(circleId),
  rulesFact(circleId),
  recordFact(circleId),
  waitingListFact(circleId),
]
const wherever: Facts = ['circle-lists', 'my-circles', 'my-properties', 'my-assignments']
const oversight: Facts = ['admin-figures', 'audit-log', 'mails']

const circleChanged = (circleId: string): Facts => [...allOf(circleId), inviteFact(circleId), ...wherever, ...oversight]
const fundingChanged = (circleId: string): Facts => [...allOf(circleId), ...wherever, ...oversight]
const propertyChanged = (circleId: string): Facts => [
  propertiesFact(circleId),
  threadFact(circleId),
  recordFact(circleId),
  'my-properties',
  ...oversight,
]
const personChanged: Facts = ['people', 'myself', 'user-lists', ...oversight]
/** A person who goes leaves circles, or takes circles along. */
const personGone: Facts = [...personChanged, ...circleChanged('*')]

/** What each act makes stale: the only place that says so. */
export const acts = {
  circleCreated: circleChanged,
  circleEdited: circleChanged,
  circleDeleted: circleChanged,
  /** The server refused what the page offered, so the page showed an old circle. */
  circleRefused: circleChanged,
  circleJoined: fundingChanged,
  circleLeft: fundingChanged,
  memberRemoved: fundingChanged,
  ownershipHandedOver: circleChanged,
  brokersAssigned: circleChanged,
  inviteChanged: (circleId: string): Facts => [inviteFact(circleId)],
  waitingListChanged: (circleId: string): Facts => [waitingListFact(circleId), circleFact(circleId)],
  rulesChanged: (circleId: string): Facts => [...allOf(circleId), 'my-properties', ...oversight],
  propertySaved: propertyChanged,
  propertyDeleted: propertyChanged,
  closingDateSet: propertyChanged,
  voteClosed: propertyChanged,
  voteCast: propertyChanged,
  threadChanged: (circleId: string): Facts => [threadFact(circleId), propertiesFact(circleId), recordFact(circleId)],

  profileSaved: personChanged,
  addressChanged: ['my-sessions', ...personChanged] as Facts,
  passwordChanged: ['my-sessions'] as Facts,
  sessionEnded: ['my-sessions'] as Facts,
  /** Without oneself: the waiting page asks for that when it opens, and onboarding must not send anyone elsewhere first. */
  onboardingSubmitted: ['people', 'user-lists', ...oversight] as Facts,
  wishChanged: ['my-wish'] as Facts,
  noticesRead: ['notices'] as Facts,
  noticeSettingsSaved: ['notice-settings'] as Facts,

  personSaved: personChanged,
  personVerified: personChanged,
  personDeleted: personGone,
  brokerAdded: personChanged,
  mailRetried: ['mails', 'audit-log'] as Facts,
  crashReportMarked: ['crash-reports', 'admin-figures', 'audit-log'] as Facts,
} as const

const factsOfEvent: Readonly<Record<LiveEventName, (circleId: string) => Facts>> = {
  funding: acts.circleJoined,
  votes: acts.voteCast,
  properties: acts.propertySaved,
  circle: acts.circleEdited,
  thread: acts.threadChanged,
  members: (circleId) => [membersFact(circleId), 'people'],
  self: () => ['myself', 'people', 'my-circles', 'my-properties', 'my-assignments'],
  list: () => ['circle-lists', 'admin-figures'],
  notices: () => ['notices'],
}

/** What a stream may have missed while it was being opened, and what it may have missed in a longer gap. */
export const factsBeforeStream: Facts = [...allOf('*'), 'my-circles', 'my-properties', 'my-assignments', 'notices']
export const factsAfterGap: Facts = [...factsBeforeStream, 'circle-lists', 'people', 'myself']

/** What the server tells of, as facts. A newer server may tell of more than this page knows. */
export const factsOfLiveEvent = (name: LiveEventName, circleId: string | null): Facts => factsOfEvent[name]?.(circleId ?? '*') ?? []
