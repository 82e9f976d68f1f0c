import { z } from 'zod'
import { mailKindValues, unsubscribableKinds } from '#domain/mail-kinds.ts'
import { digestValues, noticeKinds } from '#domain/notices.ts'
import { id, pageQuery, reply, text, when } from './reply.ts'

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

/** How often unread notices are mailed, and which kinds of mails are sent at once. */
const noticeSettings = z.object({ digest: z.enum(digestValues), mails: z.record(z.enum(mailKindValues), z.boolean()) })
export const noticeSettingsReply = reply(noticeSettings)
/** Absent settings stay as they are. */
export const noticeSettingsRequest = z.object({
  digest: z.enum(digestValues).optional(),
  mails: z.partialRecord(z.enum(mailKindValues), z.boolean()).optional(),
})

/** The token is part of the link in each mail that can be switched off. */
const unsubscribeToken = text(200)
export const unsubscribeQuery = z.object({ token: unsubscribeToken })
export const unsubscribeRequest = z.object({ token: unsubscribeToken, isOn: z.boolean() })
/** Which mails the link is about, and whether they are sent. */
export const unsubscribeReply = reply(z.object({ kind: z.enum(unsubscribableKinds), isOn: z.boolean() }))
