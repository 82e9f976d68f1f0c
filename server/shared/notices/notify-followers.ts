import { sql } from 'kysely'
import type { NoticeDetails, NoticeKind } from '#domain/notices.ts'
import type { Tx } from '#server/db/connect.ts'
import { readsEverything } from '#server/sessions/permissions.ts'
import { belongsTo } from '#server/shared/circle-people/circle-people.ts'
import { isVisibleTo } from '#server/shared/invitations/invitations.ts'
import { notify } from './notify.ts'

type Followed = { readonly kind: NoticeKind & `followed_${string}`; readonly facts?: NoticeDetails }

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
    .where(isVisibleTo({ id: sql.ref('users.id'), readsEverything }, 'circle_follows.invite_id'))
    .where(sql<boolean>`not ${belongsTo(circleId, sql.ref('users.id'))}`)
    .$if(kind === 'followed_shares', (query) =>
      query.where(sql<boolean>`not exists (select from waiting_list where circle_id = ${circleId} and user_id = users.id)`),
    )
    .execute()
  const people = followers.map(({ id }) => id)
  await notify(tx, people, { kind, circleId, facts })
}
