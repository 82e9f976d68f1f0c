import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { publishNoticeChange } from '#server/shared/live/publish.ts'
import { countUnread } from '#server/shared/notices/notices.ts'

/** Marks one notice or all of them as read and updates the person's other pages. */
export async function markRead(tx: Tx, userId: string, noticeId: string): Promise<{ unread: number }> {
  const isAll = noticeId === 'all'
  if (!isAll && !isId(noticeId)) throw new Refusal('notice_not_found')
  const own = tx.selectFrom('notices').select('id').where('user_id', '=', userId)
  if (!isAll && !(await own.where('id', '=', noticeId).executeTakeFirst())) throw new Refusal('notice_not_found')
  const read = await tx
    .updateTable('notices')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(!isAll, (query) => query.where('id', '=', noticeId))
    .returning('id')
    .execute()
  if (read.length > 0) await publishNoticeChange(tx, userId)
  return { unread: await countUnread(tx, userId) }
}
