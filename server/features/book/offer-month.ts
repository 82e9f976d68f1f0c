import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { formatCalendarMonth } from '#domain/dates.ts'
import { monthConfirmers } from '#domain/month-close.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { readMonthPeople } from '#server/shared/book/month-people.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { readBankFacts } from './bank-facts.ts'
import { agrees, nextToCloseOf, readWordlessSuspense, standingsOf } from './month-standing.ts'

/** Someone who is being deleted is skipped: a deletion locks the person before the circle. */
async function mailConfirmers(tx: Tx, circleId: string, month: string, people: readonly string[], publicUrl: string): Promise<void> {
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
  const link = `${publicUrl}${paths.circleBookMonth(circleId, month)}`
  for (const { id, email, first_name, title } of rows) {
    const words = { firstName: first_name, circleTitle: title, month: formatCalendarMonth(month), link }
    if (email) await queueMail(tx, 'month-waits', { userId: id, email }, words)
  }
}

/**
 * After whatever changes what the book or the bank shows: the next month is offered for confirmation once it agrees, and no longer if it does
 * not. Who may confirm it gets one notice for each offer. A month that was sent back is offered again by the treasurer's next act. The caller has
 * locked the circle.
 */
export async function offerMonth(tx: Tx, circleId: string, { publicUrl }: Site): Promise<void> {
  const facts = await readBankFacts(tx, circleId)
  const next = nextToCloseOf(facts)
  const today = await todayIn(tx, circleId)
  const doesAgree = next !== null && agrees(standingsOf(facts, next, today, await readWordlessSuspense(tx, circleId)))
  const open = await tx
    .selectFrom('month_offers')
    .select(['id', 'month'])
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (open && doesAgree && open.month === `${next}-01`) return
  if (open) await tx.updateTable('month_offers').set({ ended_at: sql<Date>`clock_timestamp()` }).where('id', '=', open.id).execute()
  if (!doesAgree || next === null) return
  await tx
    .insertInto('month_offers')
    .values({ id: newId(), circle_id: circleId, month: `${next}-01` })
    .execute()
  const confirmers = monthConfirmers(await readMonthPeople(tx, circleId, next))
  if (confirmers.length === 0) return
  await notify(tx, confirmers, { kind: 'month_waits', circleId, facts: { month: next } })
  await mailConfirmers(tx, circleId, next, confirmers, publicUrl)
}
