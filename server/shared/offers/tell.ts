import { paths } from '#contract/paths.ts'
import type { NoticeKind } from '#domain/notices.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Place = { readonly circleId: string; readonly offerId: string }

export const tell = (tx: Tx, people: readonly string[], kind: NoticeKind, { circleId, offerId }: Place, count?: number): Promise<void> =>
  notify(tx, people, { kind, circleId, facts: { offer: offerId, ...(count !== undefined && { count }) } })

/** What a mail about an offer is about; none names a price or a person. */
export type OfferNews = 'made' | 'to_others' | 'opened' | 'to_pay' | 'paid' | 'done' | 'ended'

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
