import { isCommonPassword } from './common-passwords.ts'
import type { FieldProblem } from './form.ts'

const minimumPasswordLength = 8

// Letters and digits of any script count.
const passwordRules: readonly (readonly [broken: (password: string) => boolean, message: string, words: string])[] = [
  [
    (password) => [...password].length < minimumPasswordLength,
    `Passwords should be at least ${minimumPasswordLength} characters`,
    `At least ${minimumPasswordLength} characters`,
  ],
  [(password) => !/\p{Ll}/u.test(password), 'Passwords should contain a lowercase letter', 'A lowercase letter'],
  [(password) => !/\p{Lu}/u.test(password), 'Passwords should contain an uppercase letter', 'An uppercase letter'],
  [(password) => !/\p{Nd}/u.test(password), 'Passwords should contain a number', 'A number'],
  [(password) => !/[\p{P}\p{S}]/u.test(password), 'Passwords should contain a special character', 'A special character'],
  [isCommonPassword, 'This password is too common', 'Not a common password'],
]

/** The rules with a short text and whether this password follows them; shown while typing. */
export const passwordChecklist = (password: string): { readonly words: string; readonly isMet: boolean }[] =>
  passwordRules.map(([broken, , words]) => ({ words, isMet: !broken(password) }))

/** Every broken rule, in the order of the form. */
export const passwordProblems = (password: string): string[] =>
  passwordRules.filter(([broken]) => broken(password)).map(([, message]) => message)

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i
export const longestEmail = 254

export const emailProblem = (email: string): string | undefined =>
  email.length <= longestEmail && emailPattern.test(email) ? undefined : 'Invalid email address'

/** One mailbox, one account: the normal form in which an address is stored and searched. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

export const longestName = 100

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

const problem = (field: string, message: string | undefined): FieldProblem[] => (message === undefined ? [] : [{ field, message }])

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

/** For registration and for links that set or reset a password. */
export const newPasswordProblems = (form: { readonly password: string; readonly confirmPassword: string }): FieldProblem[] => [
  ...problem('confirmPassword', form.password === form.confirmPassword ? undefined : 'Passwords do not match'),
  ...passwordProblems(form.password).map((message) => ({ field: 'password', message })),
]

export type RegistrationForm = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  readonly confirmPassword: string
  readonly tos: boolean
}

export const registrationProblems = (form: RegistrationForm): FieldProblem[] => [
  ...problem('firstName', nameProblem(form.firstName, 'First name')),
  ...problem('lastName', nameProblem(form.lastName, 'Last name')),
  ...problem('email', emailProblem(form.email)),
  ...newPasswordProblems(form),
  ...problem('tos', form.tos ? undefined : 'Acceptance of the Terms of Service is required'),
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

/** First name and last initial: how people appear outside their own circles. */
export function shortName({ firstName, lastName }: Named): string {
  const initial = firstLetter(lastName)
  return `${firstName.trim()}${initial && ` ${initial}.`}`.trim() || formerMember
}

export function statusLabel(status: string | null | undefined): string {
  const text = status?.trim()
  return text ? firstLetter(text) + text.slice(1) : 'N/A'
}

export const userType = (user: { readonly isBroker: boolean }): 'Broker' | 'Investor' => (user.isBroker ? 'Broker' : 'Investor')

type WithPermissions = { readonly permissions: { readonly isAdmin: boolean } }

export const roleOf = (user: WithPermissions & { readonly isBroker: boolean }): 'Admin' | 'Broker' | 'Investor' =>
  user.permissions.isAdmin ? 'Admin' : userType(user)

/** "Verified" in every rule of the product: verified by an admin, or an admin. */
export const countsAsVerified = (user: WithPermissions & { readonly isVerified: boolean }): boolean =>
  user.isVerified || user.permissions.isAdmin

export const verificationValues = ['verified', 'awaiting', 'not_verified'] as const
type Verification = (typeof verificationValues)[number]

export const verificationLabels = {
  verified: 'Verified',
  awaiting: 'Awaiting verification',
  not_verified: 'Not verified',
} as const satisfies Record<Verification, string>

/** A person's verification state, in tables. */
export const verificationLabel = (
  user: WithPermissions & { readonly isVerified: boolean; readonly verificationRequested: boolean },
): (typeof verificationLabels)[Verification] =>
  verificationLabels[countsAsVerified(user) ? 'verified' : user.verificationRequested ? 'awaiting' : 'not_verified']
