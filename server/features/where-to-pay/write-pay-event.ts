import { paths } from '#contract/paths.ts'
import type { PayNews } from '#domain/notices.ts'
import type { PayEventKind } from '#domain/where-to-pay.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findMembers } from '#server/shared/deciding/mail-members.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Place = { readonly id: string; readonly bankAccountId: string | null }

export type PayEvent = {
  readonly circleId: string
  readonly details: Place
  readonly kind: PayEventKind
  /** Of a call. */
  readonly number?: string
  readonly words?: string | null | undefined
}

/** Appends what happened to named details, with its audit row. Who acted and what they wrote is shown to members only. */
export async function writePayEvent(tx: Tx, actor: Actor, { circleId, details, kind, number = '', words }: PayEvent): Promise<void> {
  const id = newId()
  await tx.insertInto('pay_detail_events').values({ id, pay_detail_id: details.id, kind, by: actor.id }).execute()
  if (number || words)
    await tx
      .insertInto('pay_detail_texts')
      .values({ event_id: id, number, words: words ?? '' })
      .execute()
  await auditPay(tx, actor, circleId, details, kind)
  await publishCircleChange(tx, circleId, 'where_to_pay')
}

export const auditPay = (tx: Tx, actor: Actor, circleId: string, { id, bankAccountId }: Place, what: PayEventKind | 'named') =>
  writeAudit(tx, {
    act: `where_to_pay.${what}`,
    by: actor,
    subject: ['pay_details', id],
    facts: { circle: circleId, place: bankAccountId ?? 'title_company' },
  })

/** Tells every member by notice and mail, also who did it: an act in someone's name that they did not do must reach them. */
export async function tellMembers(tx: Tx, circleId: string, news: PayNews, publicUrl: string): Promise<void> {
  const members = await findMembers(tx, circleId)
  await notify(tx, members, { kind: 'where_to_pay', circleId, facts: { pay: news } })
  // Skips people who are being deleted: a deletion locks the person before the circle.
  const rows = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .select(['users.id', 'users.email', 'users.first_name', 'circles.title'])
    .where('users.id', 'in', members)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare(['users'])
    .skipLocked()
    .execute()
  const link = `${publicUrl}${paths.circlePurchase(circleId)}`
  for (const { id, email, first_name, title } of rows) {
    if (email) await queueMail(tx, 'where-to-pay', { userId: id, email }, { firstName: first_name, circleTitle: title, news, link })
  }
}
