import { paths } from '#contract/paths.ts'
import type { Tx } from '#server/db/connect.ts'
import { sendTogether } from '#server/db/transaction.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Change =
  | { readonly kind: 'member_joined'; readonly sharesLeft: number }
  | { readonly kind: 'member_left'; readonly shares: number; readonly isRemoved: boolean }

type Context = { readonly circleId: string; readonly causedBy: string | null; readonly publicUrl: string }

/** The owner of a circle that is not deleted. */
export const findOwner = (tx: Tx, circleId: string) =>
  tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.status', 'circles.title'])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.is_owner', '=', true)
    .where('memberships.ended_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()

export type CircleOwner = Awaited<ReturnType<typeof findOwner>>

/**
 * Sends the owner a notice and a mail when a member joins or leaves. Neither contains the member's name, which the owner finds in the
 * members tab.
 */
export async function notifyOwner(tx: Tx, owner: CircleOwner, { circleId, causedBy, publicUrl }: Context, change: Change): Promise<void> {
  if (!owner || owner.id === causedBy) return
  const facts = change.kind === 'member_left' && change.isRemoved ? { why: 'removed' as const } : {}
  await sendTogether([
    notify(tx, [owner.id], { kind: change.kind, circleId, facts }),
    owner.email &&
      owner.status === 'active' &&
      mailOwner(tx, { ...owner, email: owner.email }, `${publicUrl}${paths.circleMembers(circleId)}`, change),
  ])
}

type Recipient = { readonly id: string; readonly email: string; readonly first_name: string; readonly title: string }

function mailOwner(tx: Tx, { id, email, first_name, title }: Recipient, link: string, change: Change): Promise<string | null> {
  const to = { userId: id, email }
  const words = { firstName: first_name, circleTitle: title, link }
  return change.kind === 'member_joined'
    ? queueMail(tx, 'member-joined', to, { ...words, sharesLeft: change.sharesLeft })
    : queueMail(tx, 'member-left', to, { ...words, shares: change.shares, isRemoved: change.isRemoved })
}
