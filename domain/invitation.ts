import { arcsWords } from './arcs.ts'
import { type FieldProblem, tooLong } from './form.ts'
import { emailProblem, normalEmail } from './person.ts'

/** How long an invitation by e-mail is valid: until someone uses it, and then for their account. */
export const invitationDays = 30
export const usedInvitationDays = 90

/** What the owner of a full circle reads instead of the form. */
export const everyArcHeld = 'Every arc is held. People can ask to be told when one comes free.'

export const mostInvitationsAtOnce = 20
export const mostInvitationsPerCircle = 100
export const longestInvitationNote = 500

/** How long the owner still sees an invitation that has ended, before it is deleted with its address. */
export const endedInvitationDays = 30

export const invitationStates = ['waiting', 'joined', 'ended'] as const
export type InvitationState = (typeof invitationStates)[number]

/** How far a person has come who has not joined. */
export const invitationProgress = ['sent', 'opened', 'registered', 'verification'] as const
export type InvitationProgress = (typeof invitationProgress)[number]

/** What ended an invitation. `full`: every arc is held; it waits again if one comes free. */
export const invitationEnds = ['withdrawn', 'expired', 'full', 'left'] as const
export type InvitationEnd = (typeof invitationEnds)[number]

type InvitationFacts = {
  readonly isOpened: boolean
  /** An account came by the link. Facts about an account that did not are never used: the owner must not learn whether there is one. */
  readonly isUsed: boolean
  readonly isAwaitingVerification: boolean
  readonly hasJoined: boolean
  /** Who joined by it is a member now. */
  readonly isMember: boolean
  readonly isWithdrawn: boolean
  readonly isExpired: boolean
  readonly isCircleFull: boolean
}

type InvitationStatus = {
  readonly state: InvitationState
  readonly progress: InvitationProgress
  readonly endedBy: InvitationEnd | null
}

const progressOf = ({ isOpened, isUsed, isAwaitingVerification }: InvitationFacts): InvitationProgress => {
  if (!isUsed) return isOpened ? 'opened' : 'sent'
  return isAwaitingVerification ? 'verification' : 'registered'
}

function endOf({ isUsed, hasJoined, isMember, isWithdrawn, isExpired, isCircleFull }: InvitationFacts): InvitationEnd | null {
  if (isUsed && hasJoined) return isMember ? null : 'left'
  if (isWithdrawn) return 'withdrawn'
  if (isExpired) return 'expired'
  return isCircleFull ? 'full' : null
}

/** How far the invited person has come by the link, and what ended it. */
export function invitationStatus(facts: InvitationFacts): InvitationStatus {
  const endedBy = endOf(facts)
  return { state: endedBy ? 'ended' : facts.isUsed && facts.hasJoined ? 'joined' : 'waiting', progress: progressOf(facts), endedBy }
}

/** One reminder, while the invitation waits. */
export const mayRemind = (invitation: { readonly state: InvitationState; readonly remindedAt: string | null }): boolean =>
  invitation.state === 'waiting' && invitation.remindedAt === null

const progressWords: Readonly<Record<InvitationProgress, string | null>> = {
  sent: null,
  opened: 'opened',
  registered: 'registered',
  verification: 'waits for verification',
}

const endWords: Readonly<Record<InvitationEnd, (day: string) => string>> = {
  withdrawn: (day) => `withdrawn ${day}`,
  expired: (day) => `expired ${day}`,
  full: (day) => `ended by the last arc, ${day}`,
  left: (day) => `joined, and left ${day}`,
}

type ListedInvitation = InvitationStatus & {
  readonly createdAt: string
  readonly remindedAt: string | null
  readonly expiresAt: string
  readonly joinedAt: string | null
  readonly endedAt: string | null
  readonly arcs: number
}

/** What has happened to an invitation: `sent Nov 12, 2026, opened`, `2 arcs since Nov 14, 2026`, `withdrawn Nov 13, 2026`. */
export function invitationWords(invitation: ListedInvitation, dayOf: (at: string) => string): string {
  const { state, progress, endedBy, createdAt, remindedAt, expiresAt, joinedAt, endedAt, arcs } = invitation
  if (endedBy) return endWords[endedBy](dayOf(endedAt ?? expiresAt))
  if (state === 'joined') return `${arcsWords(arcs)} since ${dayOf(joinedAt ?? createdAt)}`
  const parts = [`sent ${dayOf(createdAt)}`, progressWords[progress], remindedAt && `reminded ${dayOf(remindedAt)}`]
  return [...parts, `valid until ${dayOf(expiresAt)}`].filter(Boolean).join(', ')
}

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
