import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Change =
  | { readonly kind: 'member_joined'; readonly sharesLeft: number }
  | { readonly kind: 'member_left'; readonly shares: number; readonly isRemoved: boolean }

type Told = { readonly circleId: string; readonly causedBy: string | null; readonly publicUrl: string }

/** The owner hears of people who join or leave, by notice and mail. Neither names them: the members tab does. */
export async function tellOwner(tx: Tx, { circleId, causedBy, publicUrl }: Told, change: Change): Promise<void> {
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
  const words = { firstName: owner.first_name, circleTitle: owner.title, link: `${publicUrl}/circle/${circleId}?tab=members` }
  if (change.kind === 'member_joined') await queueMail(tx, 'member-joined', to, { ...words, sharesLeft: change.sharesLeft })
  else await queueMail(tx, 'member-left', to, { ...words, shares: change.shares, isRemoved: change.isRemoved })
}
