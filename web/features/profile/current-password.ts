import type { Problem } from '#web/ui/form/rules.ts'

export const currentPasswordProblem = ({ currentPassword }: { currentPassword: string }): Problem[] =>
  currentPassword ? [] : [{ field: 'currentPassword', message: 'Please provide your password' }]
