import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { addPushDeviceRequest } from '#contract/pushes.ts'
import { mailKindValues } from '#domain/mail-kinds.ts'
import { mostPushDevices } from '#domain/pushes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import { isPublicHttps } from '#server/push/public-address.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockPushKinds } from './choose-pushes.ts'

type Device = z.infer<typeof addPushDeviceRequest>

const isPointOfCurve = (p256dh: string): boolean => {
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

const refuse = (field: string, message: string): never => {
  throw new Refusal('invalid', { fields: [{ field, message }] })
}

/**
 * The server sends requests to the endpoint, so it must not lead into our own network; that is checked again before each push. With a wrong
 * key no push could be encrypted.
 */
export async function checkPushDevice({ endpoint, p256dh }: Device, toAnyHost: boolean): Promise<void> {
  if (!isPointOfCurve(p256dh)) refuse('p256dh', 'Invalid input')
  const isAllowed = toAnyHost || (await isPublicHttps(new URL(endpoint)).catch(() => false))
  if (!isAllowed) refuse('endpoint', 'Pushes cannot be sent to this address')
}

/** Switches pushes on for the browser of this session. The first device switches every kind on: otherwise nothing would be pushed. */
export async function addPushDevice(tx: Tx, actor: Actor, { endpoint, p256dh, auth }: Device): Promise<void> {
  // Also locks: two devices at once are counted one after the other.
  const on = await lockPushKinds(tx, actor.id)
  // A browser has one subscription, and its endpoint may have belonged to somebody who used it before.
  await tx
    .deleteFrom('push_subscriptions')
    .where((either) => either.or([either('session_id', '=', actor.sessionId), either('endpoint', '=', endpoint)]))
    .execute()
  const { count } = await tx
    .selectFrom('push_subscriptions')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (count >= mostPushDevices) throw new Refusal('too_many_push_devices')
  await tx
    .insertInto('push_subscriptions')
    .values({ id: newId(), user_id: actor.id, session_id: actor.sessionId, endpoint, p256dh, auth })
    .execute()
  if (on.length === 0 && count === 0)
    await tx.updateTable('notice_settings').set({ push_on: mailKindValues }).where('user_id', '=', actor.id).execute()
  await writeAudit(tx, { act: 'pushes.on', by: actor, subject: ['session', actor.sessionId] })
}

export async function isOwnPushDevice(db: Database, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  return (
    (await db.selectFrom('push_subscriptions').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()) !==
    undefined
  )
}

export async function removePushDevice(tx: Tx, actor: Actor, id: string): Promise<void> {
  const removed = await tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('session_id')
    .executeTakeFirst()
  if (!removed) throw new Refusal('push_device_not_found')
  await writeAudit(tx, { act: 'pushes.off', by: actor, subject: ['session', removed.session_id] })
}
