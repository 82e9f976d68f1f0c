import { z } from 'zod'
import { digestValues, noticeKinds } from '#domain/notices.ts'
import { id, pageQuery, reply, when } from './reply.ts'

export const notice = z
  .object({
    _id: id,
    kind: z.enum(noticeKinds),
    /** The notice in one sentence. */
    words: z.string(),
    /** The page's path that it links to. */
    path: z.string(),
    circle: z.object({ _id: id, title: z.string() }).nullable(),
    property: z.object({ _id: id, address: z.string() }).nullable(),
    motion: z.object({ _id: id, title: z.string() }).nullable(),
    at: when,
    readAt: when.nullable(),
  })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof notice>

export const noticeQuery = z.object({
  ...pageQuery(),
  unread: z.enum(['true', 'false']).optional(),
})

/** Newest first. `unread` counts all notices, not only this page's. */
export const noticePage = reply(
  z.object({ items: z.array(notice), total: z.number(), unread: z.number(), page: z.number(), pageSize: z.number() }),
)

/** How many stay unread after marking one, or `all`. */
export const markedReply = reply(z.object({ unread: z.number() }))

export const noticeSettings = z.object({ digest: z.enum(digestValues) })
export const noticeSettingsReply = reply(noticeSettings)
