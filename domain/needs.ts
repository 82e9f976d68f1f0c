import { isolate } from './isolate.ts'
import { type QueueState, queueLabels } from './verification.ts'

/** What may wait for a person. A new kind needs a source on the server and its words below. */
export const memberNeedKinds = [
  'vote',
  'motion',
  'signature',
  'payment',
  'payment_word',
  'charter',
  'place',
  'invitation',
  'answer',
  'conversation',
  'question',
  'step',
  'settlement',
  'sale',
  'month',
  'bank_lines',
  'outlay',
  'reversal',
  'bid',
  'arcs_to_pay',
  'arcs_paid',
  'arcs_to_take',
  'statements',
  'payout_word',
  'payouts',
] as const
export type MemberNeedKind = (typeof memberNeedKinds)[number]

/** What waits for administrators: a person to verify, reports to look at, mails that could not be sent, open crash reports. */
const adminNeedKinds = ['verification', 'report', 'failed_mail', 'crash_report'] as const

export const needKinds = [...memberNeedKinds, ...adminNeedKinds] as const
export type NeedKind = (typeof needKinds)[number]

export const isAdminNeed = (need: { readonly kind: NeedKind }): boolean => adminNeedKinds.some((kind) => kind === need.kind)

/** One thing that waits for a person. */
export type Need = {
  readonly kind: NeedKind
  /** Null for what waits for administrators. */
  readonly circle: { readonly _id: string; readonly title: string } | null
  /** The property's address, the motion's or document's title, the charter's version, the waiting person or the oldest report; null if the circle is the subject. */
  readonly name: string | null
  readonly path: string
  /** Until when it can be done; null without a date. */
  readonly dueAt: string | null
  /** How many: answers to read, questions to answer, shares that came free, reports, mails, crash reports; otherwise 1. */
  readonly count: number
  /** What administrators read besides. */
  readonly facts?: NeedFacts | undefined
}

type NeedFacts = {
  /** Since when the person waits; the last visit to the crash reports. */
  readonly since?: string | null | undefined
  readonly state?: QueueState | undefined
  /** How often we tried to send the mail. */
  readonly tries?: number | undefined
  readonly kinds?: number | undefined
  readonly people?: number | undefined
}

/** Needs that are shown together, in one cell of the dashboard. */
const needCells = [
  'vote',
  'sign',
  'pay',
  'confirm',
  'agree',
  'join',
  'invitation',
  'read',
  'conversation',
  'reply',
  'buy',
  'sell',
  'close',
  'match',
  'arcs',
  'issue',
  'received',
  'payout',
  'people',
  'reports',
  'mails',
  'crashes',
] as const
export type NeedCellKind = (typeof needCells)[number]

export type NeedCell = {
  readonly kind: NeedCellKind
  readonly label: string
  readonly figure: number
  readonly unit: string
  /** "Closes Thursday", "Longest: 3 days"; null without a date. */
  readonly due: string | null
  readonly what: string
  /** What the link says; it opens the soonest of them. */
  readonly action: string
  readonly path: string
}

const cellOf: Readonly<Record<NeedKind, NeedCellKind>> = {
  vote: 'vote',
  motion: 'vote',
  signature: 'sign',
  payment: 'pay',
  payment_word: 'confirm',
  charter: 'agree',
  step: 'buy',
  settlement: 'buy',
  sale: 'sell',
  place: 'join',
  invitation: 'invitation',
  answer: 'read',
  conversation: 'conversation',
  question: 'reply',
  month: 'close',
  bank_lines: 'match',
  outlay: 'confirm',
  reversal: 'confirm',
  bid: 'arcs',
  arcs_to_pay: 'arcs',
  arcs_paid: 'arcs',
  arcs_to_take: 'arcs',
  statements: 'issue',
  payout_word: 'received',
  payouts: 'payout',
  verification: 'people',
  report: 'reports',
  failed_mail: 'mails',
  crash_report: 'crashes',
}

const many = (count: number, one: string, more: string): string => (count === 1 ? one : more)

/** “A”, “A and B”, or “3 circles”. */
function circleNames(needs: readonly Need[]): string {
  const titles = [...new Map(needs.flatMap(({ circle }) => (circle ? [[circle._id, isolate(circle.title)] as const] : []))).values()]
  return titles.length > 2 ? `${titles.length} circles` : titles.join(' and ')
}

const nameOf = ({ kind, name }: Need): string => {
  if (kind === 'motion') return name ? `“${isolate(name)}”` : 'A motion'
  return isolate(name ?? '')
}

/** What comes after the soonest: "1 motion", "2 properties", or "3 more". */
function restWords(rest: readonly Need[]): string {
  if (rest.every(({ kind }) => kind === 'motion')) return `${rest.length} ${many(rest.length, 'motion', 'motions')}`
  if (rest.every(({ kind }) => kind === 'vote')) return `${rest.length} more ${many(rest.length, 'property', 'properties')}`
  return `${rest.length} more`
}

function named([first, ...rest]: readonly [Need, ...Need[]]): string {
  const lead = rest.length === 0 ? nameOf(first) : `${nameOf(first)} and ${restWords(rest)}`
  return `${lead}, ${circleNames([first, ...rest])}`
}

/** How moments of the past are written: how long ago ("3 days"), and on which day ("Nov 15"). */
export type PastDays = { readonly ago: (since: string) => string; readonly day: (since: string) => string }

type Needs = readonly [Need, ...Need[]]
type Words = {
  readonly label: string
  readonly unit: (count: number, first: Need, past: PastDays) => string
  /** Before the day. */
  readonly due: string
  /** Instead of a day: what is said first of something without one. */
  readonly lead?: (first: Need, past: PastDays) => string | null
  readonly what: (needs: Needs) => string
  readonly action: string
}

const seenBy = (kinds: number, people: number): string => {
  const what = `${kinds} ${many(kinds, 'kind', 'kinds')}`
  return people === 0 ? `${what}, seen by visitors` : `${what}, seen by ${people} ${many(people, 'person', 'people')}`
}

/** What is to be done in an offer of arcs. */
const arcWords: Readonly<Partial<Record<NeedKind, string>>> = {
  bid: 'You may bid',
  arcs_to_pay: 'Pay for your arcs',
  arcs_paid: 'Say whether you received',
  arcs_to_take: 'Arcs can be taken over',
}

const words: Readonly<Record<NeedCellKind, Words>> = {
  vote: { label: 'Vote', unit: (count) => many(count, 'vote waiting', 'votes waiting'), due: 'Closes', what: named, action: 'Vote' },
  sign: {
    label: 'Sign',
    unit: (count) => many(count, 'signature waiting', 'signatures waiting'),
    due: 'Due',
    what: (needs) => (needs.length === 1 ? named(needs) : `Documents in ${circleNames(needs)}`),
    action: 'Read and sign',
  },
  pay: {
    label: 'Pay',
    unit: (count) => many(count, 'call to pay', 'calls to pay'),
    due: 'Due',
    what: (needs) => (needs.length === 1 ? named(needs) : `Calls in ${circleNames(needs)}`),
    action: 'See my part',
  },
  confirm: {
    label: 'Your word',
    unit: (count, first) =>
      first.kind === 'reversal' ? many(count, 'word asked', 'words asked') : many(count, 'payment to confirm', 'payments to confirm'),
    due: 'Due',
    what: (needs) => `${needs.every(({ kind }) => kind === 'reversal') ? 'To be reversed' : 'Paid by others'} in ${circleNames(needs)}`,
    action: 'Look at payments',
  },
  agree: {
    label: 'Agree',
    unit: (count) => many(count, 'charter to agree to', 'charters to agree to'),
    due: 'Due',
    what: (needs) => (needs.length === 1 ? named(needs) : `New versions in ${circleNames(needs)}`),
    action: 'Read and agree',
  },
  join: {
    label: 'Join',
    unit: (count) => many(count, 'arc came free', 'arcs came free'),
    due: 'Ends',
    what: (needs) => `${circleNames(needs)}. Arcs go to the first to join.`,
    action: 'Join',
  },
  invitation: {
    label: 'Invitation',
    unit: (count) => many(count, 'invitation', 'invitations'),
    due: 'Ends',
    what: circleNames,
    action: 'See the circle',
  },
  read: {
    label: 'Read',
    unit: (count) => many(count, 'answer to read', 'answers to read'),
    due: 'Due',
    what: (needs) => `To your questions in ${circleNames(needs)}`,
    action: 'Read answers',
  },
  conversation: {
    label: 'Conversation',
    unit: (count) => many(count, 'circle has new posts', 'circles have new posts'),
    due: 'Due',
    what: circleNames,
    action: 'Read posts',
  },
  reply: {
    label: 'Answer',
    unit: (count) => many(count, 'question to answer', 'questions to answer'),
    due: 'Due',
    what: (needs) => `About ${circleNames(needs)}`,
    action: 'Answer',
  },
  close: {
    label: 'Confirm',
    unit: (count) => many(count, 'month to confirm', 'months to confirm'),
    due: 'Due',
    what: (needs) => `The book of ${circleNames(needs)} agrees with the bank`,
    action: 'Look at the month',
  },
  issue: {
    label: 'Issue',
    unit: (count) => many(count, 'year of statements', 'years of statements'),
    due: 'Due',
    what: (needs) => `Every month is closed in ${circleNames(needs)}`,
    action: 'Issue statements',
  },
  match: {
    label: 'Match',
    unit: (count) => many(count, 'line of the bank', 'lines of the bank'),
    due: 'Due',
    what: circleNames,
    action: 'Match lines',
  },
  received: {
    label: 'Received',
    unit: (count) => many(count, 'payment to confirm', 'payments to confirm'),
    due: 'Due',
    what: (needs) => `Marked as paid by the treasurer of ${circleNames(needs)}`,
    action: 'Say whether it came',
  },
  payout: {
    label: 'Pay out',
    unit: (count) => many(count, 'member to pay', 'members to pay'),
    due: 'Due',
    what: circleNames,
    action: 'See who is owed',
  },
  buy: {
    label: 'Buying',
    unit: (count) => many(count, 'step for you', 'steps for you'),
    due: 'Due',
    what: named,
    action: 'Open the purchase',
  },
  sell: {
    label: 'Selling',
    unit: (count) => many(count, 'sale to confirm', 'sales to confirm'),
    due: 'Due',
    what: named,
    action: 'Look at the sale',
  },
  arcs: {
    label: 'Arcs',
    unit: (count) => many(count, 'offer for you', 'offers for you'),
    due: 'Until',
    what: ([first, ...rest]) =>
      rest.length === 0 ? `${arcWords[first.kind] ?? 'Handed on'} in ${circleNames([first])}` : `In ${circleNames([first, ...rest])}`,
    action: 'See the offer',
  },
  people: {
    label: 'People',
    unit: (count) => many(count, 'person waiting to be verified', 'people waiting to be verified'),
    due: 'Due',
    lead: ({ facts }, { ago }) => (facts?.since ? `Longest: ${ago(facts.since)}` : null),
    what: ([{ name, facts }]) => (facts?.state ? `${isolate(name ?? '')}, ${queueLabels[facts.state].toLowerCase()}` : isolate(name ?? '')),
    action: 'Review people',
  },
  reports: {
    label: 'Reports',
    unit: (count) => many(count, 'report to look at', 'reports to look at'),
    due: 'Due',
    what: ([oldest]) => `Oldest: ${isolate(oldest.name ?? '')}`,
    action: 'Look at reports',
  },
  mails: {
    label: 'Mails',
    unit: (count) => many(count, 'mail not sent', 'mails not sent'),
    due: 'Due',
    lead: ({ facts }) => (facts?.tries ? `Tried ${facts.tries} ${many(facts.tries, 'time', 'times')}` : null),
    what: ([{ name }]) => (name ? `To ${isolate(name)}` : 'We tried for days.'),
    action: 'Open Mail Outbox',
  },
  crashes: {
    label: 'Crash reports',
    unit: (count, { facts }, { day }) =>
      facts?.since
        ? `${many(count, 'crash report', 'crash reports')} since ${day(facts.since)}`
        : many(count, 'open crash report', 'open crash reports'),
    due: 'Due',
    what: ([{ facts }]) => seenBy(facts?.kinds ?? 0, facts?.people ?? 0),
    action: 'Open Crash Reports',
  },
}

/** Without a date after everything that has one. */
const timeOf = ({ dueAt }: Need): number => (dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt))

const asWritten: PastDays = { ago: (since) => since, day: (since) => since }

/** One cell per kind that has something, the soonest first. `dayOf` writes a moment to come as a day: "Thursday". */
export function toNeedCells(needs: readonly Need[], dayOf: (dueAt: string) => string, past: PastDays = asWritten): NeedCell[] {
  const groups = needCells.flatMap((kind) => {
    const [first, ...rest] = needs.filter((need) => cellOf[need.kind] === kind).toSorted((a, b) => timeOf(a) - timeOf(b))
    return first ? [{ kind, needs: [first, ...rest] as const }] : []
  })
  return groups
    .toSorted((a, b) => timeOf(a.needs[0]) - timeOf(b.needs[0]))
    .map(({ kind, needs: [first, ...rest] }) => {
      const { label, unit, due, lead, what, action } = words[kind]
      const figure = [first, ...rest].reduce((sum, { count }) => sum + count, 0)
      return {
        kind,
        label,
        figure,
        unit: unit(figure, first, past),
        due: first.dueAt === null ? (lead?.(first, past) ?? null) : `${due} ${dayOf(first.dueAt)}`,
        what: what([first, ...rest]),
        action,
        path: first.path,
      }
    })
}
