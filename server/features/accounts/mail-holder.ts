import { paths } from '#contract/paths.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { isWithinLimit, type RateLimiter } from '#server/shared/limits/rate-limits.ts'
import type { UserRow } from '#server/shared/people/users.ts'
import { accountSubject } from './log-in.ts'

/** Tells the owner of an address that someone entered it as theirs, a few times an hour at most. */
export async function mailHolder(
  tx: Tx,
  { limiter, publicUrl }: { readonly limiter: RateLimiter; readonly publicUrl: string },
  { id, email, first_name: firstName }: UserRow,
): Promise<void> {
  if (!email || !(await isWithinLimit(limiter, tx, 'address_in_use_account', accountSubject(email)))) return
  const links = { loginLink: `${publicUrl}${paths.login}`, resetLink: `${publicUrl}${paths.requestReset}` }
  await queueMail(tx, 'address-in-use', { userId: id, email }, { firstName, ...links })
}
