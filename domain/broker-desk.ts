import type { ListingStatus } from './choices.ts'
import { isAllowedIn, type Stage, stageLabels, stages } from './stages.ts'

/** What may wait for a broker in a circle. A new kind needs a source on the server and its words below. */
export const brokerWaitKinds = ['question', 'closing', 'passed', 'step'] as const
export type BrokerWaitKind = (typeof brokerWaitKinds)[number]

export type BrokerWait = {
  readonly kind: BrokerWaitKind
  /** The property's address. */
  readonly name: string
  readonly path: string
  /** How many questions; otherwise 1. */
  readonly count: number
  /** When it began to wait; of several questions the newest. */
  readonly since: string
  /** Until when it can be done; null without a date. */
  readonly dueAt: string | null
}

const words: Readonly<Record<BrokerWaitKind, (count: number) => string>> = {
  question: (count) => `: ${count} ${count === 1 ? 'question' : 'questions'} without an answer`,
  closing: () => ': voting closes',
  passed: () => ' passed',
  step: (count) => `: ${count} ${count === 1 ? 'step' : 'steps'} of the purchase assigned to you`,
}

/** What follows the address. */
export const brokerWaitWords = ({ kind, count }: BrokerWait): string => words[kind](count)

/** A property that passed waits for its broker until it is under contract, sold or withdrawn. */
export const statusesBeforeContract: readonly ListingStatus[] = ['available', 'under_offer']

const newest = (waits: readonly BrokerWait[]): number => Math.max(...waits.map(({ since }) => Date.parse(since)))
const due = ({ dueAt }: BrokerWait): number => (dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt))

/** What is due comes first, soonest first; then the newest. */
const inWaitOrder = (waits: readonly BrokerWait[]): BrokerWait[] =>
  waits.toSorted((a, b) => due(a) - due(b) || Date.parse(b.since) - Date.parse(a.since))

type Shown = {
  readonly stage: Stage
  readonly title: string
  readonly location: { readonly city: string; readonly state: string | null }
}
type Entry<Circle extends Shown> = { readonly circle: Circle; readonly waits: readonly BrokerWait[] }

export type Desk<Circle extends Shown> = {
  /** Newest first. */
  readonly waiting: readonly Entry<Circle>[]
  readonly quiet: readonly Circle[]
  readonly ended: readonly Circle[]
  /** Of what the search finds, without the ended ones: all, and by stage where there is any. */
  readonly found: number
  readonly stages: readonly { readonly stage: Stage; readonly found: number }[]
}

/** Whether the name or the place contains the text, which is in lower case. */
export const isFound = ({ title, location }: Shown, text: string): boolean =>
  [title, [location.city, location.state].filter(Boolean).join(', ')].some((words) => words.toLowerCase().includes(text))

/** A broker's circles by what waits in them. `search` is looked for in name and place; `stage` leaves the ended ones out. */
export function deskOf<Circle extends Shown>(
  entries: readonly Entry<Circle>[],
  { search, stage }: { readonly search: string; readonly stage: Stage | null },
): Desk<Circle> {
  const text = search.trim().toLowerCase()
  const found = entries.filter(({ circle }) => isFound(circle, text))
  const live = found.filter(({ circle }) => circle.stage !== 'ended')
  const shown = live.filter(({ circle }) => stage === null || circle.stage === stage)
  return {
    waiting: shown
      .filter(({ waits }) => waits.length > 0)
      .toSorted((a, b) => newest(b.waits) - newest(a.waits))
      .map(({ circle, waits }) => ({ circle, waits: inWaitOrder(waits) })),
    quiet: shown.filter(({ waits }) => waits.length === 0).map(({ circle }) => circle),
    ended: stage === null ? found.filter(({ circle }) => circle.stage === 'ended').map(({ circle }) => circle) : [],
    found: live.length,
    stages: stages
      .filter((each) => each !== 'ended' && (each === stage || entries.some(({ circle }) => circle.stage === each)))
      .map((each) => ({ stage: each, found: live.filter(({ circle }) => circle.stage === each).length })),
  }
}

/** Why a property cannot be brought to a circle in this stage; null if it can. */
export const bringProblem = (stage: Stage): string | null =>
  isAllowedIn(stage, 'change_properties') ? null : `${stageLabels[stage]}: it takes no more properties`
