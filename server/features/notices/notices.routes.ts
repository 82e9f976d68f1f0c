import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { markedReply, noticePage, noticeQuery, noticeSettings, noticeSettingsReply } from '#contract/notices.ts'
import { type Digest, defaultDigest } from '#domain/notices.ts'
import { defaultNoticePageSize } from '#domain/pages.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readInbox } from '#server/shared/notices/notices.ts'
import { markRead } from './mark-read.ts'

const config = { guard: signedIn }

export function noticesRoutes(db: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/app/notice',
      { config, schema: { summary: 'My notices, newest first', querystring: noticeQuery, response: { 200: noticePage } } },
      async (request) => {
        const { page = 1, pageSize = defaultNoticePageSize, unread } = request.query
        return ok(await readInbox(db, actorOf(request).id, { page, pageSize, onlyUnread: unread === 'true' }))
      },
    )
    app.post(
      '/app/notice/:id',
      { config, schema: { summary: 'Mark a notice read, or `all`', params: z.object({ id: z.string() }), response: { 200: markedReply } } },
      async (request) => ok(await idempotentTransaction(db, request, (tx) => markRead(tx, actorOf(request).id, request.params.id))),
    )
    app.get(
      '/app/notice-settings',
      { config, schema: { summary: 'How often I am mailed what I have not read', response: { 200: noticeSettingsReply } } },
      async (request) => {
        const row = await db.selectFrom('notice_settings').select('digest').where('user_id', '=', actorOf(request).id).executeTakeFirst()
        return ok({ digest: (row?.digest ?? defaultDigest) as Digest })
      },
    )
    app.put(
      '/app/notice-settings',
      {
        config,
        schema: { summary: 'Choose how often: daily, weekly or off', body: noticeSettings, response: { 200: noticeSettingsReply } },
      },
      async (request) => {
        const actor = actorOf(request)
        const { digest } = request.body
        return ok(
          await idempotentTransaction(db, request, async (tx) => {
            await tx
              .insertInto('notice_settings')
              .values({ user_id: actor.id, digest })
              .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ digest }))
              .execute()
            await writeAudit(tx, { act: 'notices.digest_set', by: actor, subject: ['user', actor.id], facts: { digest } })
            return { digest }
          }),
        )
      },
    )
  }
}
