import type { LiveEventName } from '#contract/live.ts'

/** The parts of a circle that pages show. */
type CirclePart =
  | 'circle'
  | 'members'
  | 'properties'
  | 'thread'
  | 'motions'
  | 'documents'
  | 'rules'
  | 'record'
  | 'waiting-list'
  | 'invite'
  | 'invitations'
  | 'first-steps'
  | 'questions'
  | 'acquisition'
  | 'money'
  | 'offers'
  | 'where-to-pay'

/**
 * Something that pages show and acts change; queries are invalidated by fact. A circle's fact ends with its id; `*` matches every circle.
 */
export type Fact =
  | `${CirclePart}:${string}`
  | 'circle-lists'
  | 'my-circles'
  | 'my-properties'
  | 'my-assignments'
  | 'my-follows'
  | 'myself'
  | 'my-sessions'
  | 'my-passkeys'
  | 'my-wish'
  | 'my-verification'
  | 'notices'
  | 'needs-you'
  | 'my-money'
  | 'notice-settings'
  | 'my-searches'
  | 'my-pushes'
  | 'reports'
  | 'people'
  | 'user-lists'
  | 'user-sessions'
  | 'admin-figures'
  | 'audit-log'
  | 'mails'
  | 'crash-reports'

export type Facts = readonly Fact[]

const partOf = (part: CirclePart) => (circleId: string) => `${part}:${circleId.toLowerCase()}` as const

/** Its texts, figures, visibility and brokers. */
export const circleFact = partOf('circle')
/** The members' holdings, and the ledger. */
export const membersFact = partOf('members')
/** Its properties with votes and closing dates. */
export const propertiesFact = partOf('properties')
export const threadFact = partOf('thread')
/** Its motions with their votes. */
export const motionsFact = partOf('motions')
/** Its documents with who signed them. */
export const documentsFact = partOf('documents')
/** Its charter, and who accepted it. */
export const rulesFact = partOf('rules')
/** The log of decisions. */
export const recordFact = partOf('record')
export const waitingListFact = partOf('waiting-list')
export const inviteFact = partOf('invite')
/** The owner's invitations by e-mail. */
export const invitationsFact = partOf('invitations')
export const firstStepsFact = partOf('first-steps')
/** What people ask about the circle before they join. */
export const questionsFact = partOf('questions')
/** What the circle buys: its steps, settlement and how it ended. */
export const acquisitionFact = partOf('acquisition')

/** Its calls, payments and book. */
export const moneyFact = partOf('money')
/** Its offers of arcs. */
export const offersFact = partOf('offers')
/** Who named, confirmed, stopped and saw where to pay. */
export const whereToPayFact = partOf('where-to-pay')

/** Everything that pages show of one circle, except its invite and invitations. */
export const circleFacts = (circleId: string): Facts => [
  circleFact(circleId),
  membersFact(circleId),
  propertiesFact(circleId),
  threadFact(circleId),
  motionsFact(circleId),
  documentsFact(circleId),
  rulesFact(circleId),
  recordFact(circleId),
  waitingListFact(circleId),
  questionsFact(circleId),
  acquisitionFact(circleId),
  moneyFact(circleId),
  offersFact(circleId),
  whereToPayFact(circleId),
]
const wherever: Facts = ['circle-lists', 'my-circles', 'my-properties', 'my-assignments', 'my-follows', 'needs-you']
const oversight: Facts = ['admin-figures', 'audit-log', 'mails']
/** What the live stream reports to administrators. */
const administration: Facts = ['user-lists', 'admin-figures', 'needs-you', 'mails', 'crash-reports', 'reports']

const circleChanged = (circleId: string): Facts => [
  ...circleFacts(circleId),
  inviteFact(circleId),
  invitationsFact(circleId),
  ...wherever,
  ...oversight,
]
const fundingChanged = (circleId: string): Facts => [...circleFacts(circleId), invitationsFact(circleId), ...wherever, ...oversight]
const propertyChanged = (circleId: string): Facts => [
  propertiesFact(circleId),
  threadFact(circleId),
  recordFact(circleId),
  'my-properties',
  'needs-you',
  ...oversight,
]
const motionChanged = (circleId: string): Facts => [
  motionsFact(circleId),
  threadFact(circleId),
  recordFact(circleId),
  'needs-you',
  ...oversight,
]
/** The step *agreement signed* of a purchase follows from signatures. */
const documentChanged = (circleId: string): Facts => [
  documentsFact(circleId),
  acquisitionFact(circleId),
  'needs-you',
  'notices',
  ...oversight,
]
/** What is collected moves a purchase on. */
const moneyChanged = (circleId: string): Facts => [
  moneyFact(circleId),
  acquisitionFact(circleId),
  whereToPayFact(circleId),
  circleFact(circleId),
  'my-money',
  'needs-you',
  'notices',
  ...oversight,
]
/** Arcs that move change who is a member, what they owe and how votes count. */
const offersChanged = (circleId: string): Facts => [...circleFacts(circleId), ...wherever, 'my-money', 'notices', ...oversight]
/** The step *wire* waits for it. */
const whereToPayChanged = (circleId: string): Facts => [whereToPayFact(circleId), acquisitionFact(circleId), 'notices', ...oversight]
const personChanged: Facts = ['people', 'myself', 'user-lists', 'needs-you', ...oversight]
/** A deleted person leaves circles, and the circles they own alone are deleted. */
const personGone: Facts = [...personChanged, ...circleChanged('*')]

const rulesChanged = (circleId: string): Facts => [...circleFacts(circleId), 'my-properties', 'needs-you', ...oversight]

/** The facts that each act invalidates; defined only here. */
export const acts = {
  circleCreated: circleChanged,
  circleEdited: circleChanged,
  circleDeleted: circleChanged,
  /** The server refused an action that the page offered, so the page showed a stale circle. */
  circleRefused: circleChanged,
  circleJoined: fundingChanged,
  circleLeft: fundingChanged,
  memberRemoved: fundingChanged,
  ownershipHandedOver: circleChanged,
  brokersAssigned: circleChanged,
  inviteChanged: (circleId: string): Facts => [inviteFact(circleId)],
  invitationsChanged: (circleId: string): Facts => [invitationsFact(circleId), 'mails', 'audit-log'],
  /** The member has seen what they hold after joining. */
  welcomeSeen: ['my-circles'] as Facts,
  followChanged: ['my-follows'] as Facts,
  waitingListChanged: (circleId: string): Facts => [waitingListFact(circleId), circleFact(circleId), 'needs-you'],
  rulesChanged,
  charterAccepted: rulesChanged,
  propertySaved: propertyChanged,
  propertyDeleted: propertyChanged,
  closingDateSet: propertyChanged,
  voteClosed: propertyChanged,
  voteCast: propertyChanged,
  threadChanged: (circleId: string): Facts => [
    threadFact(circleId),
    questionsFact(circleId),
    propertiesFact(circleId),
    motionsFact(circleId),
    recordFact(circleId),
    'needs-you',
  ],
  questionsChanged: (circleId: string): Facts => [questionsFact(circleId), 'needs-you', 'notices', 'mails', 'audit-log'],
  threadVisited: ['needs-you', 'notices'] as Facts,
  /** The moment until which something could be done has passed. */
  needDue: (_circleId: string): Facts => ['needs-you'],
  motionProposed: motionChanged,
  motionChanged,
  offersChanged,
  motionWithdrawn: motionChanged,
  motionVotedOn: motionChanged,
  documentChanged,
  /** Its effect may change the circle's rules, members and stage. */
  motionClosed: fundingChanged,
  moneyChanged,
  whereToPayChanged,
  /** Starting, finishing and giving up change the circle's stage. */
  acquisitionChanged: circleChanged,

  profileSaved: personChanged,
  /** The server's sentences about circles name days in the person's zone. */
  timeZoneChosen: circleChanged('*'),
  addressChanged: ['my-sessions', 'my-pushes', ...personChanged] as Facts,
  passwordChanged: ['my-sessions', 'my-pushes', 'my-passkeys', 'myself', 'audit-log', 'mails'] as Facts,
  sessionEnded: ['my-sessions', 'my-pushes'] as Facts,
  passkeysChanged: ['my-passkeys', 'audit-log', 'mails'] as Facts,
  /**
   * Without `myself`: the verification page refetches it on opening. Refetched earlier, it would make the gate redirect before onboarding
   * does.
   */
  onboardingSubmitted: ['people', 'user-lists', ...oversight] as Facts,
  verificationRequested: ['my-verification', 'myself'] as Facts,
  wishChanged: ['my-wish'] as Facts,
  noticesRead: ['notices'] as Facts,
  /** Saving one with mails switches these on. */
  searchesChanged: ['my-searches', 'notice-settings'] as Facts,
  noticeSettingsSaved: ['notice-settings'] as Facts,
  pushesChanged: ['my-pushes'] as Facts,

  personSaved: personChanged,
  personVerified: personChanged,
  verificationDecided: personChanged,
  personDeleted: personGone,
  sessionsEndedByAdmin: ['user-sessions', 'my-sessions', 'audit-log'] as Facts,
  brokerAdded: personChanged,
  /** What is hidden changes in its circle, and a suspension changes the person. */
  reportDecided: ['reports', 'people', 'user-lists', ...circleChanged('*')] as Facts,
  mailRetried: ['mails', 'needs-you', 'audit-log'] as Facts,
  crashReportsSeen: ['needs-you'] as Facts,
  crashReportMarked: ['crash-reports', 'needs-you', 'admin-figures', 'audit-log'] as Facts,
} as const

const factsOfEvent: Readonly<Record<LiveEventName, (circleId: string) => Facts>> = {
  funding: acts.circleJoined,
  votes: acts.voteCast,
  properties: acts.propertySaved,
  circle: acts.circleEdited,
  thread: acts.threadChanged,
  members: (circleId) => [membersFact(circleId), invitationsFact(circleId), 'people'],
  self: () => ['myself', 'my-verification', 'people', 'my-circles', 'my-properties', 'my-assignments'],
  list: () => ['circle-lists', 'admin-figures'],
  // A question of our team comes with a notice.
  notices: () => ['notices', 'my-verification', 'needs-you', 'my-searches'],
  motions: acts.motionChanged,
  documents: acts.documentChanged,
  money: acts.moneyChanged,
  offers: acts.offersChanged,
  where_to_pay: acts.whereToPayChanged,
  oversight: () => administration,
}

/** Facts that may have changed while the stream was being opened, and those that may have changed during a longer gap. */
export const factsBeforeStream: Facts = [
  ...circleFacts('*'),
  'my-circles',
  'my-money',
  'my-properties',
  'my-assignments',
  'notices',
  'needs-you',
]
export const factsAfterGap: Facts = [...factsBeforeStream, ...administration, 'circle-lists', 'people', 'myself', 'my-verification']

/** A newer server may send event names that this page does not know. */
export const factsOfLiveEvent = (name: LiveEventName, circleId: string | null): Facts => factsOfEvent[name]?.(circleId ?? '*') ?? []
