import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Closing } from '#server/shared/closing/close-early.ts'
import { closeBeforeRequests } from '#server/shared/closing/due-circles.ts'
import { noteRequest, unseen } from './note-request.ts'

type Found = { readonly due: unknown; readonly unseen: string | null }

/**
 * What is committed before a person's request is judged: what is due is closed, and then the request counts as a sign of life. In this
 * order, because someone silent at a closing date stays left out of that count.
 */
export function beforeRequests(db: Database, site: Closing) {
  const closing = closeBeforeRequests(db, site)
  return {
    lookFor: (request: { readonly params: unknown }, userId: string): RawBuilder<unknown> =>
      sql`json_build_object('due', ${closing.lookFor(request, userId)}, 'unseen', ${unseen(userId, site.noticeSeconds)})`,
    commit: async (found: unknown): Promise<boolean> => {
      const { due, unseen: userId } = found as Found
      const isClosed = await closing.commit(due)
      const isBack = userId !== null && (await noteRequest(db, userId, site))
      return isClosed || isBack
    },
  }
}
