import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { markedReply, noticePage, noticeQuery, noticeSettingsReply, noticeSettingsRequest } from '#contract/notices.ts'
import { defaultNoticePageSize } from '#domain/pages.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { chooseMails, readMailChoices } from '#server/shared/notices/mail-choices.ts'
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
      {
        config,
        schema: {
          summary: 'Mark a notice read, or `all`',
          refuses: [422],
          params: z.object({ id: z.string() }),
          response: { 200: markedReply },
        },
      },
      async (request) => ok(await idempotentTransaction(db, request, (tx) => markRead(tx, actorOf(request).id, request.params.id))),
    )
    app.get(
      '/app/notice-settings',
      { config, schema: { summary: 'Which mails I get: the digest, and kinds of mails at once', response: { 200: noticeSettingsReply } } },
      async (request) => ok(await readMailChoices(db, actorOf(request).id)),
    )
    app.put(
      '/app/notice-settings',
      {
        config,
        schema: {
          summary: 'Choose which mails I get',
          refuses: [422],
          body: noticeSettingsRequest,
          response: { 200: noticeSettingsReply },
        },
      },
      async (request) => {
        const actor = actorOf(request)
        return ok(await idempotentTransaction(db, request, (tx) => chooseMails(tx, { userId: actor.id, by: actor }, request.body)))
      },
    )
  }
}
