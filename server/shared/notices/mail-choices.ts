import { type MailChoices, type MailKind, mailChoices, mailKindValues } from '#domain/mail-kinds.ts'
import type { Digest } from '#domain/notices.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor, Origin } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'

export async function readMailChoices(db: Database | Tx, userId: string): Promise<MailChoices> {
  const row = await db.selectFrom('notice_settings').select(['digest', 'mails_off']).where('user_id', '=', userId).executeTakeFirst()
  return mailChoices(row)
}

type Change = {
  readonly digest?: Digest | undefined
  readonly mails?: Readonly<Partial<Record<MailKind, boolean | undefined>>> | undefined
}

type Chooser = {
  readonly userId: string
  /** The person, or someone with the link of a mail to them. */
  readonly by: Actor | { readonly id: string | null; readonly origin: Origin }
}

/** Changes which mails a person gets. What the change does not name stays as it is. */
export async function chooseMails(tx: Tx, { userId, by }: Chooser, change: Change): Promise<MailChoices> {
  await tx
    .insertInto('notice_settings')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  // Locked, so that two changes at once don't overwrite each other.
  const row = await tx
    .selectFrom('notice_settings')
    .select(['digest', 'mails_off'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = mailChoices(row)
  const digest = change.digest ?? before.digest
  const off = mailKindValues.filter((kind) => !(change.mails?.[kind] ?? before.mails[kind]))
  await tx.updateTable('notice_settings').set({ digest, mails_off: off }).where('user_id', '=', userId).execute()
  await writeAudit(tx, { act: 'mails.chosen', by, subject: ['user', userId], facts: { digest, off: off.join(' ') } })
  return mailChoices({ digest, mails_off: off })
}
