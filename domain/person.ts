import { type FieldProblem, problem } from './form.ts'
import { countsAsVerified, type Permitted, permittedRole } from './may/person.ts'

/** The name of an administrator who was made without one; mails greet nobody by it. */
export const unnamedAdmin = { firstName: 'Arcstead', lastName: 'Admin' } as const

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i
export const longestEmail = 254

export const emailProblem = (email: string): string | undefined =>
  email.length <= longestEmail && emailPattern.test(email) ? undefined : 'Invalid email address'

/** One mailbox, one account: the normal form in which an address is stored and searched. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

export const longestName = 100
/** What an administrator says to a person whom they suspend. */
export const longestSuspension = 500

/** Initials may be adjacent (J.R.), but a word right after a full stop is shown as a link by mail programs. */
const looksLikeAddress = /\.\p{L}[\p{L}\p{M}]/u

/** `whose`: a form about oneself says `your`, one about someone else `a`. */
export function nameProblem(value: string, label: 'First name' | 'Last name', whose: 'your' | 'a' = 'your'): string | undefined {
  if (value.trim() === '') return `Please provide ${whose} ${label.toLowerCase()}`
  if (value.length > longestName) return `${label} should be at most ${longestName} characters`
  // A name of hyphens only is refused as symbols.
  if (!/^[\p{L}\p{M} .'’-]+$/u.test(value) || !/\p{L}/u.test(value) || looksLikeAddress.test(value))
    return `${label} should not contain symbols or numbers`
  return undefined
}

/** Problems of the name and address set by an administrator; absent values stay unchanged. */
export const personProblems = (form: {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
}): FieldProblem[] => [
  ...problem('firstName', form.firstName === undefined ? undefined : nameProblem(form.firstName, 'First name', 'a')),
  ...problem('lastName', form.lastName === undefined ? undefined : nameProblem(form.lastName, 'Last name', 'a')),
  ...problem('email', form.email === undefined ? undefined : emailProblem(form.email.trim())),
]

export const loginProblems = (form: { readonly email: string; readonly password: string }): FieldProblem[] => [
  ...problem('email', form.email.trim() ? undefined : 'Please provide your email address'),
  ...problem('password', form.password ? undefined : 'Please provide your password'),
]

/** Whether the send button of the forgot and reset forms is enabled: not empty, and the same twice. */
export const isConfirmed = (value: string, confirmation: string): boolean => value !== '' && value === confirmation

type Named = { readonly firstName: string; readonly lastName: string }

/** Ledgers outlive accounts; an erased person is shown under this name. */
export const formerMember = 'Former member'

export const fullName = ({ firstName, lastName }: Named): string => `${firstName.trim()} ${lastName.trim()}`.trim() || formerMember

const firstLetter = (text: string): string => [...text.trim()][0]?.toUpperCase() ?? ''

/** The letter in the avatar. */
export const initialOf = (person: Named): string => firstLetter(person.firstName) || firstLetter(person.lastName) || '?'

export function statusLabel(status: string | null | undefined): string {
  const text = status?.trim()
  return text ? firstLetter(text) + text.slice(1) : 'N/A'
}

export const userType = (user: { readonly isBroker: boolean }): 'Broker' | 'Investor' => (user.isBroker ? 'Broker' : 'Investor')

export const roleLabels = { admin: 'Admin', broker: 'Broker', investor: 'Investor' } as const

export const roleOf = (user: Permitted & { readonly isBroker: boolean }): (typeof roleLabels)[keyof typeof roleLabels] =>
  roleLabels[permittedRole(user) ?? (user.isBroker ? 'broker' : 'investor')]

export const verificationValues = ['verified', 'awaiting', 'not_verified'] as const
type Verification = (typeof verificationValues)[number]

export const verificationLabels = {
  verified: 'Verified',
  awaiting: 'Awaiting verification',
  not_verified: 'Not verified',
} as const satisfies Record<Verification, string>

type Verifiable = Permitted & { readonly isVerified: boolean; readonly verificationRequested: boolean }

export const verificationOf = (user: Verifiable): Verification =>
  countsAsVerified(user) ? 'verified' : user.verificationRequested ? 'awaiting' : 'not_verified'

/** A person's verification state, in tables. */
export const verificationLabel = (user: Verifiable) => verificationLabels[verificationOf(user)]
