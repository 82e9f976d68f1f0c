import { arcsWords } from './arcs.ts'

/** What a new owner does first. Each step ticks itself from facts. */
export const firstStepNames = ['invite', 'rules', 'property', 'share'] as const
export type FirstStepName = (typeof firstStepNames)[number]

export type FirstStepFacts = {
  /** Invitations by e-mail, and how many of these people are members now. */
  readonly invited: number
  readonly joined: number
  readonly members: number
  readonly arcs: number
  readonly freeArcs: number
  /** The decision rules in words. */
  readonly rules: string
  readonly rulesReadAt: string | null
  readonly rulesChangedAt: string | null
  readonly properties: number
  readonly isPrivate: boolean
  readonly sharedAt: string | null
}

export type FirstStep = {
  readonly name: FirstStepName
  readonly title: string
  readonly words: string
  readonly isDone: boolean
  /** Whether anything is left to press: a private circle has no page to share, a full one invites nobody. */
  readonly isPossible: boolean
}

const areFree = (arcs: number): string => `${arcsWords(arcs)} ${arcs === 1 ? 'is' : 'are'} free.`

function inviteWords({ invited, joined, members, arcs, freeArcs }: FirstStepFacts): string {
  if (invited > 0) return joined === 0 ? `${invited} invited.` : `${invited} invited, ${joined} ${joined === 1 ? 'has' : 'have'} joined.`
  if (members > 1) return `${members} members are here.`
  if (arcs > 0 && freeArcs === 0) return 'Every arc is held.'
  return `${arcs > 0 ? `${areFree(freeArcs)} ` : ''}Each person gets a link of their own.`
}

function rulesWords({ rules, rulesReadAt, rulesChangedAt }: FirstStepFacts, dayOf: (at: string) => string): string {
  if (rulesChangedAt) return `Set by you ${dayOf(rulesChangedAt)}.`
  return rulesReadAt ? `Opened ${dayOf(rulesReadAt)}.` : `${rules}. You can change this until the first vote.`
}

function shareWords({ isPrivate, sharedAt }: FirstStepFacts, dayOf: (at: string) => string): string {
  if (isPrivate) return 'A private circle has no public page to share. Invite people instead.'
  return sharedAt ? `Shared ${dayOf(sharedAt)}.` : 'Anyone can read it without an account.'
}

/** The four steps in their order. `dayOf` writes a moment as a day. */
export function firstSteps(facts: FirstStepFacts, dayOf: (at: string) => string): readonly FirstStep[] {
  const { invited, members, arcs, freeArcs, properties, isPrivate, sharedAt, rulesReadAt, rulesChangedAt } = facts
  return [
    {
      name: 'invite',
      title: 'Invite people',
      words: inviteWords(facts),
      isDone: invited > 0 || members > 1,
      isPossible: arcs === 0 || freeArcs > 0,
    },
    {
      name: 'rules',
      title: 'Read the decision rules',
      words: rulesWords(facts, dayOf),
      isDone: rulesReadAt !== null || rulesChangedAt !== null,
      isPossible: true,
    },
    {
      name: 'property',
      title: 'Bring a first property',
      words:
        properties === 0
          ? 'An address and a price are enough. Members can ask and vote at once.'
          : `${properties} ${properties === 1 ? 'property is' : 'properties are'} here.`,
      isDone: properties > 0,
      isPossible: true,
    },
    {
      name: 'share',
      title: 'Share the public page',
      words: shareWords(facts, dayOf),
      isDone: !isPrivate && sharedAt !== null,
      isPossible: !isPrivate,
    },
  ]
}

export const doneCount = (steps: readonly FirstStep[]): number => steps.filter(({ isDone }) => isDone).length

/** Nothing is left to do: every step is done or not possible. */
export const areAllDone = (steps: readonly FirstStep[]): boolean => steps.every(({ isDone, isPossible }) => isDone || !isPossible)

/** The step that a new owner does next. */
export const nextStep = (steps: readonly FirstStep[]): FirstStepName | null =>
  steps.find(({ isDone, isPossible }) => !isDone && isPossible)?.name ?? null

const numbers = ['none', 'one', 'two', 'three', 'four'] as const
const numberWord = (count: number): string => numbers[count] ?? String(count)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The sentence under the card's title. */
export function firstStepsSentence(steps: readonly FirstStep[]): string {
  const done = doneCount(steps)
  if (done === steps.length) return `All ${numberWord(done)} are done.`
  if (areAllDone(steps)) return 'All that this circle needs is done.'
  if (done === 0) return 'Four things that help a circle fill. Each ticks itself.'
  const left = steps.length - done
  return `${capital(numberWord(done))} ${done === 1 ? 'is' : 'are'} done, ${numberWord(left)} ${left === 1 ? 'is' : 'are'} left.`
}
