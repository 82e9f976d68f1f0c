import { type Decision, granted, refused } from './decision.ts'

/** Questions and answers are as long as what people say about themselves. */
export const longestQuestion = 500
export const longestAbout = 500
export const questionsPerDay = 5
/** A page of the questions about a circle, and the most that are read at once. */
export const questionsPerPage = 100
export const mostQuestions = 1_000

export const questionStates = ['waiting', 'answered', 'declined', 'removed'] as const
export type QuestionState = (typeof questionStates)[number]

/** Whether a reader of the public page can ask, or what keeps them from it. */
export const askingStates = ['open', 'sign_in', 'inside', 'ended', 'confirm', 'used_up'] as const
export type AskingState = (typeof askingStates)[number]

export type AskingFacts = {
  /** Null for a visitor. */
  readonly person: { readonly emailConfirmed: boolean; readonly left: number } | null
  /** Members and the circle's brokers ask inside. */
  readonly belongs: boolean
  readonly isEnded: boolean
}

export function askingState({ person, belongs, isEnded }: AskingFacts): AskingState {
  if (belongs) return 'inside'
  if (isEnded) return 'ended'
  if (!person) return 'sign_in'
  if (!person.emailConfirmed) return 'confirm'
  return person.left > 0 ? 'open' : 'used_up'
}

/** Whether the page offers to ask, at once or after a step that is missing. */
export const isAskingOffered = (state: AskingState): boolean => state !== 'inside' && state !== 'ended'

const askingRefusals = {
  sign_in: 'missing_tokens',
  inside: 'not_allowed',
  ended: 'circle_ended',
  confirm: 'address_not_confirmed',
  used_up: 'questions_used_up',
} as const satisfies Record<Exclude<AskingState, 'open'>, string>

export function decideAsking(facts: AskingFacts): Decision<true, (typeof askingRefusals)[keyof typeof askingRefusals]> {
  const state = askingState(facts)
  return state === 'open' ? granted(true) : refused(askingRefusals[state])
}

/** Who someone is to a question, among those who see its circle. */
export type QuestionReader = { readonly isAsker: boolean; readonly isOwner: boolean; readonly readsEverything: boolean }

/** An answered question is for everyone; before, and if declined, only for the asker and the owner. One that was taken away is for nobody. */
export function mayReadQuestion(state: QuestionState, { isAsker, isOwner, readsEverything }: QuestionReader): boolean {
  if (state === 'removed') return false
  return state === 'answered' || isAsker || isOwner || readsEverything
}

/** The asker can withdraw a question before it is answered; afterwards the owner can take it away, too. */
export function mayTakeAway(state: QuestionState, { isAsker, isOwner }: Pick<QuestionReader, 'isAsker' | 'isOwner'>): boolean {
  if (state === 'waiting') return isAsker
  return state === 'answered' && (isAsker || isOwner)
}

export const circlesWords = (circles: number): string => (circles === 1 ? '1 circle' : `${circles} circles`)

/** What is said of an owner who does not show themself. */
export const unshownOwner = ({ isVerified, circles }: { readonly isVerified: boolean; readonly circles: number }): string =>
  `A ${isVerified ? 'verified ' : ''}member of Arcstead, in ${circlesWords(circles)}.`
