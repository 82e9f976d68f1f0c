import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { cancelPostMails } from './tell-mentioned.ts'

/** An administrator hides posts for everyone, or shows them again. They keep their words, and mails about them that have not left are deleted. */
export async function hidePosts(tx: Tx, circleId: string, postIds: readonly string[], isHidden: boolean): Promise<void> {
  if (postIds.length === 0) return
  await tx
    .updateTable('posts')
    .set({ hidden_at: isHidden ? sql<Date>`now()` : null })
    .where('id', 'in', [...postIds])
    .execute()
  if (isHidden) await cancelPostMails(tx, postIds)
  await publishCircleChange(tx, circleId, 'thread')
}
