import { type Decision, granted, refused } from './decision.ts'
import { type FieldProblem, fillIn, tooLong } from './form.ts'

/** Limits of what a person may send to help administrators verify them. */
export const mostDocuments = 3
export const longestDocumentName = 200
export const longestPhone = 40
export const longestNote = 1_000

/** The sentence that a decision is mailed with. */
export const longestSentence = 500

const day = 24 * 60 * 60 * 1_000

/** What was given is deleted this many days after the decision. */
export const givenKeptDays = 30
/** A declined person may ask again after this many days. */
export const askAgainDays = 30

export const askAgainAt = (declinedAt: Date): Date => new Date(declinedAt.getTime() + askAgainDays * day)

export const bestTimes = [
  { value: 'any', text: 'Any time' },
  { value: 'mornings', text: 'Mornings' },
  { value: 'afternoons', text: 'Afternoons' },
  { value: 'evenings', text: 'Evenings' },
] as const
export type BestTime = (typeof bestTimes)[number]['value']
export const bestTimeValues = ['any', 'mornings', 'afternoons', 'evenings'] as const satisfies readonly BestTime[]

/** The phone number as administrators read it. */
export const phoneWords = (phone: string, bestTime: BestTime): string => {
  if (phone === '') return 'Not given'
  return bestTime === 'any' ? phone : `${phone}, ${bestTime}`
}

const fewestDigits = 7

function phoneProblem(phone: string): string | undefined {
  if (phone === '') return undefined
  if (phone.length > longestPhone) return tooLong(longestPhone)
  const digits = phone.replaceAll(/\D/g, '').length
  return /^[\d\s+().,/x#-]+$/i.test(phone) && digits >= fewestDigits ? undefined : 'Please provide a phone number with its area code'
}

type Given = { readonly phone: string; readonly note: string; readonly documents: readonly unknown[] }

/** Whether there is anything that speaks for the person. */
export const hasGiven = ({ phone, note, documents }: Given): boolean => documents.length > 0 || phone !== '' || note !== ''

/** Everything is optional; what is given has to fit. */
export function givenProblems({ phone, note, documents }: Given): FieldProblem[] {
  const problems = [
    { field: 'documents', message: documents.length > mostDocuments ? `Please add at most ${mostDocuments} documents` : undefined },
    { field: 'phone', message: phoneProblem(phone.trim()) },
    { field: 'note', message: note.trim().length > longestNote ? tooLong(longestNote) : undefined },
  ]
  return problems.flatMap(({ field, message }) => (message === undefined ? [] : [{ field, message }]))
}

/** What an administrator decides about a request. `reopened` ends the wait after a decline, `undone` takes a verification back. */
export const verificationDecisions = ['verified', 'asked', 'declined', 'reopened', 'undone'] as const
export type VerificationDecision = (typeof verificationDecisions)[number]

type LastDecision = { readonly kind: VerificationDecision; readonly at: Date } | null
type Standing = { readonly isVerified: boolean; readonly isRequested: boolean; readonly last: LastDecision }

export const verificationStates = ['not_requested', 'waiting', 'declined', 'reopened', 'verified'] as const
type VerificationState = (typeof verificationStates)[number]

export function verificationState({ isVerified, isRequested, last }: Standing): VerificationState {
  if (isVerified) return 'verified'
  if (isRequested) return 'waiting'
  return last?.kind === 'declined' || last?.kind === 'reopened' ? last.kind : 'not_requested'
}

/** Whether a person may ask to be verified: after a decline only once the wait is over or an administrator has reopened it. */
export function decideRequest(last: LastDecision, now: Date): Decision<null, 'verification_declined'> {
  return last?.kind === 'declined' && now < askAgainAt(last.at) ? refused('verification_declined') : granted(null)
}

/** The stages of a request in the administrators' queue. */
export const queueStates = ['new', 'asked', 'answered'] as const
export type QueueState = (typeof queueStates)[number]

export const queueLabels = {
  new: 'New',
  asked: 'Asked for more',
  answered: 'Has answered',
} as const satisfies Record<QueueState, string>

/** The stage of someone who waits, by what we asked last. */
export const queueStateOf = (question: { readonly isAnswered: boolean } | null): QueueState =>
  question === null ? 'new' : question.isAnswered ? 'answered' : 'asked'

export const needsSentence = (decision: VerificationDecision): boolean => decision === 'asked' || decision === 'declined'

export function sentenceProblem(decision: VerificationDecision, sentence: string): string | undefined {
  if (sentence.trim().length > longestSentence) return tooLong(longestSentence)
  return needsSentence(decision) && sentence.trim() === '' ? fillIn : undefined
}

/** A decision is for the state in which the administrator saw the person. */
export function decideDecision(
  decision: Exclude<VerificationDecision, 'undone'>,
  state: VerificationState,
): Decision<null, 'verification_decided'> {
  return state === (decision === 'reopened' ? 'declined' : 'waiting') ? granted(null) : refused('verification_decided')
}

/** A verification can be undone for this long; the mail "You are verified" leaves afterwards. */
export const undoSeconds = 600

/** Until when this decision can be undone; null if it cannot. */
export const undoUntil = (last: LastDecision): Date | null =>
  last?.kind === 'verified' ? new Date(last.at.getTime() + undoSeconds * 1_000) : null

export function decideUndo(state: VerificationState, last: LastDecision, now: Date): Decision<null, 'undo_over'> {
  const until = undoUntil(last)
  return state === 'verified' && until !== null && now < until ? granted(null) : refused('undo_over')
}

/** Questions that administrators ask often. They fill the text and can be changed. */
export const readyQuestions = [
  {
    label: 'Address page',
    text: 'Please add a page that has both your name and your address, such as a lease or a tax letter.',
  },
  {
    label: 'Sharper picture',
    text: 'The picture is hard to read. Please add a sharper one that shows the whole page.',
  },
  {
    label: 'Name differs',
    text: 'The name on your document differs from the one in your profile. Please tell us why, or add a page with the name you use here.',
  },
] as const

/** How long someone has waited, in whole days: "3 days", "today". */
export function waitedWords(since: string | Date, now: Date): string {
  const days = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / day))
  return days === 0 ? 'today' : counted(days, 'day', 'days')
}

/** "Waiting 3 days", "Since today". */
export function waitWords(since: string | Date, now: Date): string {
  const waited = waitedWords(since, now)
  return waited === 'today' ? 'Since today' : `Waiting ${waited}`
}

/** For someone who waits: how many asked before them and still wait. */
export function queueWords(peopleBefore: number): string {
  const place =
    peopleBefore === 0 ? 'You are next.' : peopleBefore === 1 ? '1 person is before you.' : `${peopleBefore} people are before you.`
  return `We look at requests in the order they came. ${place}`
}

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** "3 documents, a note, a phone number" */
export function givenWords({ documents, hasNote, hasPhone }: { documents: number; hasNote: boolean; hasPhone: boolean }): string {
  const parts = [documents > 0 && counted(documents, 'document', 'documents'), hasNote && 'a note', hasPhone && 'a phone number'].filter(
    (part) => part !== false,
  )
  const words = parts.join(', ')
  return words === '' ? 'Nothing given' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
