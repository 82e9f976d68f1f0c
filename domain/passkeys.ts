import { fillIn, tooLong } from './form.ts'

export const mostPasskeys = 10
export const longestPasskeyName = 60

/** How long a person has to answer the browser's dialog. */
export const challengeMinutes = 5

export function passkeyNameProblem(name: string): string | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return fillIn
  return trimmed.length > longestPasskeyName ? tooLong(longestPasskeyName) : undefined
}
