import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Tx } from './connect.ts'
import { holdCircle } from './lock-arcs.ts'
import { recordClosingDate, settle } from './recount.ts'

const inThePast = { fields: [{ field: 'closesAt', message: 'Please choose a date that lies ahead' }] }

/** Sets, moves or takes away the date that freezes a property's outcome. Once it has passed it stands. */
export async function setClosingDate(tx: Tx, actor: Actor, circleId: string, propertyId: string, closesAt: string | null): Promise<void> {
  await holdCircle(tx, circleId)
  await settle(tx, circleId)
  const decision = await tx
    .selectFrom('decisions')
    .select(['closes_at', 'closed_by_record'])
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  const date = closesAt === null ? null : new Date(closesAt)
  if ((decision?.closes_at ?? null)?.getTime() === date?.getTime()) return
  if (decision?.closed_by_record) throw new Refusal('voting_closed')
  if (date && !(await isAhead(tx, date))) throw new Refusal('invalid', inThePast)
  // Another date, another reminder.
  const values = { closes_at: date, reminded_at: null }
  await tx
    .insertInto('decisions')
    .values({ property_id: propertyId, ...values })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(values))
    .execute()
  await recordClosingDate(tx, circleId, propertyId, actor.id)
  await recordAct(tx, {
    act: 'property.closing_set',
    by: actor,
    subject: ['property', propertyId],
    facts: { closesAt: closesAt ?? 'none' },
  })
}

async function isAhead(tx: Tx, date: Date): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`select ${date}::timestamptz > clock_timestamp() as ahead`.execute(tx)
  return rows[0]?.ahead ?? false
}
