import { paths } from '#contract/paths.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Change =
  | { readonly kind: 'member_joined'; readonly sharesLeft: number }
  | { readonly kind: 'member_left'; readonly shares: number; readonly isRemoved: boolean }

type Context = { readonly circleId: string; readonly causedBy: string | null; readonly publicUrl: string }

/**
 * Sends the owner a notice and a mail when a member joins or leaves. Neither contains the member's name, which the owner finds in the
 * members tab.
 */
export async function notifyOwner(tx: Tx, { circleId, causedBy, publicUrl }: Context, change: Change): Promise<void> {
  const owner = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.status', 'circles.title'])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.is_owner', '=', true)
    .where('memberships.ended_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!owner || owner.id === causedBy) return
  const facts = change.kind === 'member_left' && change.isRemoved ? { why: 'removed' as const } : {}
  await notify(tx, [owner.id], { kind: change.kind, circleId, facts })
  if (!owner.email || owner.status !== 'active') return
  const to = { userId: owner.id, email: owner.email }
  const words = { firstName: owner.first_name, circleTitle: owner.title, link: `${publicUrl}${paths.circleMembers(circleId)}` }
  if (change.kind === 'member_joined') await queueMail(tx, 'member-joined', to, { ...words, sharesLeft: change.sharesLeft })
  else await queueMail(tx, 'member-left', to, { ...words, shares: change.shares, isRemoved: change.isRemoved })
}
