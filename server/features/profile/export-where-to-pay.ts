import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Tx } from '#server/db/connect.ts'
import { titleFor } from './export-visible.ts'

/** What the person did with where to pay, and the words that they gave. The account details are the circle's, and in no export. */
export async function readWhereToPayData(tx: Tx, userId: string): Promise<Pick<Export, 'whereToPay'>> {
  const named = tx
    .selectFrom('pay_details')
    .innerJoin('circles', 'circles.id', 'pay_details.circle_id')
    .select(['pay_details.circle_id', titleFor(userId)])
    .select([sql<string>`'named'`.as('act'), sql<string>`''`.as('number'), sql<string>`''`.as('words'), 'pay_details.named_at as at'])
    .where('pay_details.named_by', '=', userId)
    .execute()
  const done = tx
    .selectFrom('pay_detail_events')
    .innerJoin('pay_details', 'pay_details.id', 'pay_detail_events.pay_detail_id')
    .innerJoin('circles', 'circles.id', 'pay_details.circle_id')
    .leftJoin('pay_detail_texts', 'pay_detail_texts.event_id', 'pay_detail_events.id')
    .select(['pay_details.circle_id', titleFor(userId), 'pay_detail_events.kind as act', 'pay_detail_events.at'])
    .select([sql<string>`coalesce(number, '')`.as('number'), sql<string>`coalesce(words, '')`.as('words')])
    .where('pay_detail_events.by', '=', userId)
    .execute()
  const rows = [...(await named), ...(await done)].sort((one, other) => one.at.getTime() - other.at.getTime())
  return {
    whereToPay: rows.map((row) => ({
      circle: row.circle_id,
      circleTitle: row.title,
      act: row.act,
      number: row.number,
      words: row.words,
      at: row.at.toISOString(),
    })),
  }
}
