import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import type { NoticeKind } from '#domain/notices.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { readsEverything } from '#server/sessions/permissions.ts'
import { isVisibleTo } from '#server/shared/invitations/invitations.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Place = { readonly circleId: string; readonly offerId: string }

export const tell = (tx: Tx, people: readonly string[], kind: NoticeKind, { circleId, offerId }: Place, count?: number): Promise<void> =>
  notify(tx, people, { kind, circleId, facts: { offer: offerId, ...(count !== undefined && { count }) } })

/** What a mail about an offer is about; none names a price or a person. */
export type OfferNews = 'made' | 'to_others' | 'opened' | 'to_pay' | 'paid' | 'done'

/** Mails to these people; someone who is being deleted is skipped: see `mailMembers`. */
export async function mailOfOffer(
  tx: Tx,
  people: readonly string[],
  news: OfferNews,
  { circleId, offerId }: Place,
  publicUrl: string,
): Promise<void> {
  if (people.length === 0) return
  const rows = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .select(['users.id', 'users.email', 'users.first_name', 'circles.title'])
    .where('users.id', 'in', [...people])
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare(['users'])
    .skipLocked()
    .execute()
  const link = `${publicUrl}${paths.circleOffer(circleId, offerId)}`
  for (const { id, email, first_name, title } of rows) {
    if (!email) continue
    const to = { userId: id, email }
    const words = { firstName: first_name, circleTitle: title, link }
    if (news === 'made' || news === 'to_others') await queueMail(tx, 'offer-made', to, { ...words, isToOthers: news === 'to_others' })
    else if (news === 'to_pay') await queueMail(tx, 'offer-pay', to, words)
    else await queueMail(tx, 'offer-result', to, { ...words, news })
  }
}

/** Everyone who waits for the circle or was invited to it, verified and able to see it: told at the same moment. */
export async function findAsked(tx: Tx, circleId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from users join circles on circles.id = ${circleId}
    left join waiting_list on waiting_list.circle_id = circles.id and waiting_list.user_id = users.id
    where users.status = 'active' and users.deleted_at is null and users.verification = 'verified'
      and (waiting_list.id is not null or exists (select from circle_invitations
        where circle_invitations.circle_id = circles.id and circle_invitations.user_id = users.id
          and circle_invitations.withdrawn_at is null and circle_invitations.joined_at is null))
      and (waiting_list.id is null or ${isVisibleTo({ id: sql.ref('users.id'), readsEverything }, 'waiting_list.invite_id')})
      and not exists (select from memberships where memberships.circle_id = circles.id and memberships.user_id = users.id
        and memberships.ended_at is null)
    order by users.id`.execute(tx)
  return rows.map(({ id }) => id)
}
