import { type FieldProblem, problem } from './form.ts'
import { newPasswordProblems } from './password.ts'
import { emailProblem, nameProblem } from './person.ts'

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
