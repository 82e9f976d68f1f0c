import { type FieldProblem, tooLong } from './form.ts'
import { emailProblem, normalEmail } from './person.ts'

/** How long an invitation by e-mail is valid: until someone uses it, and then for their account. */
export const invitationDays = 30
export const usedInvitationDays = 90

export const mostInvitationsAtOnce = 20
export const mostInvitationsPerCircle = 100
export const longestInvitationNote = 500

export const invitationStates = ['sent', 'opened', 'registered', 'waiting', 'joined'] as const
export type InvitationState = (typeof invitationStates)[number]

export const invitationStateLabels = {
  sent: 'Sent',
  opened: 'Opened',
  registered: 'Registered',
  waiting: 'Waiting for verification',
  joined: 'Joined',
} as const satisfies Record<InvitationState, string>

type InvitationFacts = {
  readonly isOpened: boolean
  /** An account came by the link. Facts about an account that did not are never used: the owner must not learn whether there is one. */
  readonly isUsed: boolean
  readonly isAwaitingVerification: boolean
  readonly hasJoined: boolean
}

/** How far the invited person has come by the link. */
export function invitationState({ isOpened, isUsed, isAwaitingVerification, hasJoined }: InvitationFacts): InvitationState {
  if (!isUsed) return isOpened ? 'opened' : 'sent'
  if (hasJoined) return 'joined'
  return isAwaitingVerification ? 'waiting' : 'registered'
}

/** One reminder, until the person has joined. */
export const mayRemind = (invitation: { readonly state: InvitationState; readonly remindedAt: string | null }): boolean =>
  invitation.state !== 'joined' && invitation.remindedAt === null

/** `Maya <maya@example.com>` and a bare address alike. */
const addressesIn = (entry: string): string[] => {
  const inBrackets = /<([^<>]*)>/.exec(entry)
  return inBrackets ? [inBrackets[1]?.trim() ?? ''] : entry.split(/\s+/)
}

/** The addresses of a text as people paste it, separated by commas, semicolons, spaces or lines; each one once. */
export function readAddresses(text: string): string[] {
  const found = text.split(/[,;\n]+/).flatMap(addressesIn)
  return [...new Set(found.map(normalEmail).filter((address) => address !== ''))]
}

// A word, a dot and two letters without a space between: mail programs make a link of it.
const linkLike = /:\/\/|@|[\p{L}\p{N}]\.\p{L}{2}/u

/** Whether mail programs could show a link in this text. */
export const looksLikeLink = (text: string): boolean => linkLike.test(text)

function addressProblem(emails: readonly string[]): string | undefined {
  if (emails.length === 0) return 'Please give at least one e-mail address'
  if (emails.length > mostInvitationsAtOnce) return `Please invite at most ${mostInvitationsAtOnce} people at once`
  const wrong = emails.find((email) => emailProblem(email) !== undefined)
  return wrong === undefined ? undefined : `This is not an e-mail address: ${wrong.slice(0, 80)}`
}

/** The mail goes to people who may not know Arcstead, so it contains one link only, which is ours. */
function noteProblem(note: string): string | undefined {
  if (note.length > longestInvitationNote) return tooLong(longestInvitationNote)
  return looksLikeLink(note) ? 'Please write the note without links and addresses: the mail has its own link' : undefined
}

export function invitationProblems(form: { readonly emails: readonly string[]; readonly note: string }): FieldProblem[] {
  const problems = [
    { field: 'emails', message: addressProblem(form.emails) },
    { field: 'note', message: noteProblem(form.note) },
  ]
  return problems.flatMap(({ field, message }) => (message === undefined ? [] : [{ field, message }]))
}

type Inviter = {
  readonly isCreator: boolean
  /** As shown: a date in words. */
  readonly since: string
  readonly arcs: number
  readonly arcsTotal: number
}

/** Who invites, on the page that the link opens: `Started it on Nov 11, 2026 and holds 2 of its 12 arcs.` */
export function inviterWords({ isCreator, since, arcs, arcsTotal }: Inviter): string {
  const start = isCreator ? `Started it on ${since}` : `Member since ${since}`
  return arcs === 0 ? `${start}.` : `${start} and holds ${arcs} of its ${arcsTotal} ${arcsTotal === 1 ? 'arc' : 'arcs'}.`
}
