import { isCommonPassword } from './common-passwords.ts'
import { type FieldProblem, problem } from './form.ts'

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

/** For registration and for links that set or reset a password. */
export const newPasswordProblems = (form: { readonly password: string; readonly confirmPassword: string }): FieldProblem[] => [
  ...problem('confirmPassword', form.password === form.confirmPassword ? undefined : 'Passwords do not match'),
  ...passwordProblems(form.password).map((message) => ({ field: 'password', message })),
]
