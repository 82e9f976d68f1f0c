import { sql } from 'kysely'
import type { NoticeFacts, NoticeKind } from '#domain/notices.ts'
import type { Tx } from '#server/db/connect.ts'
import { belongsTo } from '#server/shared/circle-people/circle-people.ts'
import { isInvitedTo } from '#server/shared/invitations/invitations.ts'
import { notify } from './notify.ts'

type Followed = { readonly kind: NoticeKind & `followed_${string}`; readonly facts?: NoticeFacts }

/**
 * Sends a notice to people who follow the circle and may see it. Members and brokers get their own notices; people on the waiting list are
 * told of free shares by mail.
 */
export async function notifyFollowers(tx: Tx, circleId: string, { kind, facts = {} }: Followed): Promise<void> {
  const followers = await tx
    .selectFrom('circle_follows')
    .innerJoin('users', 'users.id', 'circle_follows.user_id')
    .innerJoin('circles', 'circles.id', 'circle_follows.circle_id')
    .select('users.id')
    .where('circle_follows.circle_id', '=', circleId)
    .where('circles.deleted_at', 'is', null)
    .where('users.status', '=', 'active')
    .where((where) =>
      where.or([
        where('circles.hide_circle', '=', false),
        where('users.is_admin', '=', true),
        where('circle_follows.invite_id', 'in', where.selectFrom('circle_invites').select('id').where('circle_id', '=', circleId)),
        isInvitedTo(circleId),
      ]),
    )
    .where(sql<boolean>`not ${belongsTo(circleId, sql.ref('users.id'))}`)
    .$if(kind === 'followed_shares', (query) =>
      query.where(sql<boolean>`not exists (select from waiting_list where circle_id = ${circleId} and user_id = users.id)`),
    )
    .execute()
  const people = followers.map(({ id }) => id)
  await notify(tx, people, { kind, circleId, facts })
}
