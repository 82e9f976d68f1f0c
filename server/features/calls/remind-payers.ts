import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { askToPay, findUnpaid } from '#server/shared/calls/tell-of-calls.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { lockForMoney, requireKeeper } from './lock-for-money.ts'

export type CallPlace = { readonly circleId: string; readonly callId: string }
type Notice = Site & { readonly noticeSeconds: number }

/** Reminds those who have not paid their part, at most once a day of notice. */
export async function remindPayers(tx: Tx, actor: Actor, { circleId, callId }: CallPlace, { publicUrl, noticeSeconds }: Notice) {
  requireKeeper(await lockForMoney(tx, circleId, actor, { publicUrl }))
  const call = isId(callId)
    ? await tx.selectFrom('calls').select('id').where('id', '=', callId).where('circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!call) throw new Refusal('call_not_found')
  const people = await findUnpaid(tx, circleId, callId)
  if (people.length === 0) throw new Refusal('nobody_to_remind')
  const lately = await tx
    .selectFrom('call_reminders')
    .select('at')
    .where('call_id', '=', callId)
    .where('at', '>', sql<Date>`clock_timestamp() - ${noticeSeconds} * interval '1 second'`)
    .executeTakeFirst()
  if (lately) throw new Refusal('reminded_already')
  await tx.insertInto('call_reminders').values({ call_id: callId, by: actor.id }).execute()
  await askToPay(tx, { circleId, callId, people, isReminder: true, publicUrl })
  await writeAudit(tx, {
    act: 'call.reminded',
    by: actor,
    subject: ['call', callId],
    facts: { circle: circleId, people: people.length },
  })
}
