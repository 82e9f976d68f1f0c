import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { type LinkPurpose, linkMinutes } from '#domain/one-time-links.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'

export type PasswordPurpose = Exclude<LinkPurpose, 'confirm_email'>

const pages: Record<LinkPurpose, string> = {
  reset_password: paths.resetPassword,
  set_password: paths.setPassword,
  confirm_email: paths.confirmEmail,
}

/**
 * Creates a link that works once, while `email` is the person's address. Only the hash is stored, so that a leaked database opens no
 * account. The caller has locked the person, or a change of password that is being made would not void it.
 */
export async function createLink(
  tx: Tx,
  publicUrl: string,
  to: { readonly userId: string; readonly email: string },
  purpose: LinkPurpose,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('one_time_links')
    .values({
      id: newId(),
      user_id: to.userId,
      email: to.email,
      purpose,
      token_hash: hashOf(token),
      expires_at: sql<Date>`now() + make_interval(mins => ${linkMinutes[purpose]})`,
    })
    .execute()
  return `${publicUrl}${pages[purpose]}?token=${token}&id=${to.userId}`
}

export type LinkForm = { readonly token: string; readonly id: string }

/** The valid link for a form's token. Links to a former address and links of suspended people are void. */
export function selectLink(db: Database | Tx, purpose: LinkPurpose, form: LinkForm) {
  return db
    .selectFrom('one_time_links')
    .innerJoin('users', 'users.id', 'one_time_links.user_id')
    .select(['one_time_links.id', 'one_time_links.email'])
    .where('one_time_links.token_hash', '=', hashOf(form.token))
    .where('one_time_links.user_id', '=', isId(form.id) ? form.id : null)
    .where('one_time_links.purpose', '=', purpose)
    .where('one_time_links.used_at', 'is', null)
    .where('one_time_links.expires_at', '>', sql<Date>`now()`)
    .where('users.status', '<>', 'suspended')
    .where(
      purpose === 'confirm_email'
        ? sql<boolean>`one_time_links.email in (users.email, users.pending_email)`
        : sql<boolean>`one_time_links.email = users.email`,
    )
}

/** Uses the link and locks its person; of parallel attempts, one succeeds. */
export async function redeemLink(tx: Tx, purpose: LinkPurpose, form: LinkForm): Promise<{ readonly email: string } | null> {
  if (!isId(form.id)) return null
  // The person is locked first, in the same order as when links are voided, to avoid deadlocks.
  await tx.selectFrom('users').select('id').where('id', '=', form.id).forNoKeyUpdate().execute()
  const link = await selectLink(tx, purpose, form).forNoKeyUpdate('one_time_links').executeTakeFirst()
  if (!link) return null
  await tx.updateTable('one_time_links').set({ used_at: sql<Date>`now()` }).where('id', '=', link.id).execute()
  return link
}
