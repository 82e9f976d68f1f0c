export type LinkPurpose = 'reset_password' | 'set_password' | 'confirm_email'

const day = 24 * 60
const week = 7 * day

/** How many minutes a mailed link works. */
export const linkMinutes = { reset_password: 60, set_password: week, confirm_email: week } as const satisfies Record<LinkPurpose, number>

/** The same in words, for mails: `60 minutes`, `7 days`. */
export function linkLifetime(purpose: LinkPurpose): string {
  const minutes = linkMinutes[purpose]
  return minutes % day === 0 ? `${minutes / day} days` : `${minutes} minutes`
}
