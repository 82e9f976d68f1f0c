import type { z } from 'zod'
import type { openCallRequest } from '#contract/calls.ts'
import { Refusal } from '#contract/errors.ts'
import { decidePurchaseCall } from '#domain/calls.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readOpenAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { openCall, readAskedBefore } from '#server/shared/calls/open-call.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { lockForMoney, requireKeeper } from './lock-for-money.ts'

type Order = z.infer<typeof openCallRequest>

/** Calls for money of the purchase that is going on. Every arc is asked in proportion to its price, over all calls of the purchase. */
export async function openPurchaseCall(tx: Tx, actor: Actor, circleId: string, order: Order, { publicUrl }: Site): Promise<string> {
  requireKeeper(await lockForMoney(tx, circleId, actor, { publicUrl }))
  const acquisition = await readOpenAcquisition(tx, circleId)
  if (!acquisition) throw new Refusal('call_not_now')
  if (order.dueDay < (await todayIn(tx, circleId)))
    throw new Refusal('invalid', { fields: [{ field: 'dueDay', message: 'Choose today or a later day' }] })
  const arcs = await readAskedBefore(tx, circleId, acquisition.id)
  const parts = decidePurchaseCall(
    arcs.map(({ price }) => price),
    arcs.map(({ asked }) => asked),
    order.amountCents,
  )
  if (!parts.ok) throw new Refusal(parts.reason)
  const by = { acquisitionId: acquisition.id, motionId: null, openedBy: actor.id, bookedBy: actor.id }
  const callId = await openCall(tx, { circleId, ...order, parts: parts.value, publicUrl, ...by })
  const facts = { circle: circleId, amountCents: order.amountCents, dueDay: order.dueDay }
  await writeAudit(tx, { act: 'call.opened', by: actor, subject: ['call', callId], facts })
  return callId
}
