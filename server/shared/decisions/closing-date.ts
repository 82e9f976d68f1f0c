import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { closingProblem } from '#domain/notice-period.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { closeDueVotes, recordClosingDate } from './recount-outcomes.ts'

type Place = { readonly circleId: string; readonly propertyId: string }

/** The database's clock decides, as it does when votes close. */
async function clockOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  return (rows[0]?.now ?? new Date()).getTime()
}

async function keepClosingDate(tx: Tx, actor: Actor, { circleId, propertyId }: Place, values: ClosingColumns): Promise<void> {
  // Another date, another reminder.
  const kept = { ...values, reminded_at: null }
  await tx
    .insertInto('decisions')
    .values({ property_id: propertyId, ...kept })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(kept))
    .execute()
  await recordClosingDate(tx, circleId, propertyId, actor.id)
  const facts = { closesAt: values.closes_at?.toISOString() ?? 'none', isMoved: values.moved_at !== null }
  await writeAudit(tx, { act: 'property.closing_set', by: actor, subject: ['property', propertyId], facts })
}

type ClosingColumns = { readonly closes_at: Date | null; readonly held_before: Date | null; readonly moved_at: Date | null }

/**
 * Sets, moves or takes away the date that freezes a property's outcome. It lies at least a day of notice ahead, so that everyone can
 * vote; once it has passed it stands.
 */
export async function setClosingDate(tx: Tx, actor: Actor, place: Place, closesAt: string | null, noticeSeconds: number): Promise<void> {
  await lockCircle(tx, place.circleId)
  await closeDueVotes(tx, place.circleId)
  const decision = await tx
    .selectFrom('decisions')
    .select(['closes_at', 'closed_by_record'])
    .where('property_id', '=', place.propertyId)
    .executeTakeFirst()
  const date = closesAt === null ? null : new Date(closesAt)
  if ((decision?.closes_at ?? null)?.getTime() === date?.getTime()) return
  if (decision?.closed_by_record) throw new Refusal('voting_closed')
  if (date === null) return keepClosingDate(tx, actor, place, { closes_at: null, held_before: null, moved_at: null })
  const problem = closingProblem(date.getTime(), await clockOf(tx), noticeSeconds)
  if (problem) throw new Refusal('invalid', { fields: [{ field: 'closesAt', message: problem }] })
  const heldBefore = new Date(date.getTime() - noticeSeconds * 1_000)
  await keepClosingDate(tx, actor, place, { closes_at: date, held_before: heldBefore, moved_at: null })
}

/**
 * A property that changes within the last day of notice closes a day of notice from now: nobody's vote is taken for something they
 * had no time to see. Answers whether the date was moved. The caller holds the circle's row and has settled it.
 */
export async function moveClosingDate(tx: Tx, actor: Actor, place: Place, noticeSeconds: number): Promise<boolean> {
  const decision = await tx.selectFrom('decisions').select('closes_at').where('property_id', '=', place.propertyId).executeTakeFirst()
  const now = await clockOf(tx)
  const earliest = now + noticeSeconds * 1_000
  if (!decision?.closes_at || decision.closes_at.getTime() >= earliest) return false
  const [moved, kept] = [new Date(now), new Date(earliest)]
  await keepClosingDate(tx, actor, place, { closes_at: kept, held_before: moved, moved_at: moved })
  return true
}
