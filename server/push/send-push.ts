import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Task } from 'graphile-worker'
import { sql } from 'kysely'
import webPush from 'web-push'
import { z } from 'zod'
import { pushSeconds } from '#domain/pushes.ts'
import type { Database } from '#server/db/connect.ts'
import { isPublicHttps, publicLookup } from './public-address.ts'
import type { PushKeys } from './push-keys.ts'

/** `toAnyHost`: also to this machine and without TLS, for tests. */
export type PushSender = { readonly keys: PushKeys; readonly subject: string; readonly toAnyHost: boolean }

const payloadOf = z.object({
  device: z.string(),
  kind: z.string(),
  push: z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() }),
})

const answerTimeout = 15_000

/** A device that may get this push now: its session goes on, and the kind is still switched on. */
const findDevice = (db: Database, id: string, kind: string) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .innerJoin('notice_settings', 'notice_settings.user_id', 'push_subscriptions.user_id')
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .where(sql<boolean>`${kind} = any (notice_settings.push_on)`)
    .executeTakeFirst()

/** Sends the request that web-push has signed and encrypted. Redirects are not followed, and the answer's text is not read. */
function deliver(
  { endpoint, headers, body, method }: webPush.RequestDetails & { body: Buffer },
  isAnyHost: boolean,
  stop: AbortSignal,
): Promise<number> {
  const url = new URL(endpoint)
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  const signal = AbortSignal.any([stop, AbortSignal.timeout(answerTimeout)])
  const options = { method, headers, signal, agent: false as const, ...(!isAnyHost && { lookup: publicLookup }) }
  return new Promise((resolve, reject) => {
    const request = send(url, options, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Of a device that the push service does not know, or that has subscribed with other keys. */
const isGone = (status: number): boolean => [403, 404, 410].includes(status)
const mayPass = (status: number): boolean => status === 429 || status >= 500

/**
 * The job of a push to one device. If it was sent and the process died, it is sent again with the same topic and tag: the push service or
 * the browser replaces the first by the second.
 */
export const pushTask =
  (db: Database, { keys, subject, toAnyHost }: PushSender): Task =>
  async (payload, { abortSignal, logger }) => {
    const { device: id, kind, push } = payloadOf.parse(payload)
    const device = await findDevice(db, id, kind)
    if (!device) return
    const url = new URL(device.endpoint)
    if (!toAnyHost && !(await isPublicHttps(url))) {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
      return
    }
    const subscription = { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } }
    const details = webPush.generateRequestDetails(subscription, JSON.stringify(push), {
      vapidDetails: { subject, ...keys },
      TTL: pushSeconds,
      urgency: 'normal',
      topic: push.tag,
      contentEncoding: 'aes128gcm',
    })
    const status = await deliver(details, toAnyHost, abortSignal)
    if (status >= 200 && status < 300) return
    if (isGone(status)) await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
    else if (mayPass(status)) throw new Error(`The push service ${url.host} answered ${status}.`)
    else logger.warn(`The push service ${url.host} refused a push: ${status}.`)
  }
