import { z } from 'zod'
import { tooLong } from '#domain/form.ts'
import { mailKindValues } from '#domain/mail-kinds.ts'
import { id, reply, when } from './reply.ts'

/** A browser that gets pushes, by its session. */
const pushDevice = z.object({ _id: id, userAgent: z.string(), since: when, isCurrent: z.boolean() })

/** `publicKey`: with it a browser subscribes. `kinds`: what is pushed, to every device of the person. */
export const pushesReply = reply(
  z.object({ publicKey: z.string(), kinds: z.record(z.enum(mailKindValues), z.boolean()), devices: z.array(pushDevice) }),
)

/** A kind that is not named stays as it is. */
export const choosePushesRequest = z.object({ kinds: z.partialRecord(z.enum(mailKindValues), z.boolean()) })

/** What the browser's `PushSubscription` says: a point of P-256 and 16 random bytes, in base64url. */
export const addPushDeviceRequest = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: 'Invalid input' }).max(1_000, tooLong(1_000)),
  p256dh: z.string().regex(/^[\w-]{87}$/, 'Invalid input'),
  auth: z.string().regex(/^[\w-]{22}$/, 'Invalid input'),
})
