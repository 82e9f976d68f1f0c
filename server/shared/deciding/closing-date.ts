import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { closingProblem } from '#domain/notice-period.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findNonVoters, mailMembers } from './mail-members.ts'
import { writeClosingDateRecord } from './recount-outcomes.ts'

type Place = { readonly circleId: string; readonly propertyId: string }

async function saveClosingDate(
  tx: Tx,
  actor: Actor | { readonly id: string; readonly origin: null },
  { circleId, propertyId }: Place,
  values: ClosingColumns,
): Promise<void> {
  // A new date needs a new reminder.
  const kept = { ...values, reminded_at: null }
  await tx
    .insertInto('decisions')
    .values({ property_id: propertyId, ...kept })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(kept))
    .execute()
  await writeClosingDateRecord(tx, circleId, propertyId, actor.id)
  const facts = { closesAt: values.closes_at?.toISOString() ?? 'none', isMoved: values.moved_at !== null }
  await writeAudit(tx, { act: 'property.closing_set', by: actor, subject: ['property', propertyId], facts })
}

type ClosingColumns = { readonly closes_at: Date | null; readonly held_before: Date | null; readonly moved_at: Date | null }

/**
 * Sets, changes or removes a property's closing date. It must be at least the notice period ahead, so that everyone can vote; a date that
 * has passed cannot change. With its first date the members are asked for their votes. The caller has locked the circle and called `closeDueFirst`.
 */
export async function setClosingDate(
  tx: Tx,
  actor: Actor,
  place: Place,
  closesAt: string | null,
  { noticeSeconds, publicUrl }: { readonly noticeSeconds: number; readonly publicUrl: string },
): Promise<void> {
  const decision = await tx
    .selectFrom('decisions')
    .select(['closes_at', 'closed_by_record'])
    .where('property_id', '=', place.propertyId)
    .executeTakeFirst()
  const date = closesAt === null ? null : new Date(closesAt)
  if ((decision?.closes_at ?? null)?.getTime() === date?.getTime()) return
  if (decision?.closed_by_record) throw new Refusal('voting_closed')
  if (date === null) return saveClosingDate(tx, actor, place, { closes_at: null, held_before: null, moved_at: null })
  const problem = closingProblem(date.getTime(), (await readDatabaseClock(tx)).getTime(), noticeSeconds)
  if (problem) throw new Refusal('invalid', { fields: [{ field: 'closesAt', message: problem }] })
  const heldBefore = new Date(date.getTime() - noticeSeconds * 1_000)
  await saveClosingDate(tx, actor, place, { closes_at: date, held_before: heldBefore, moved_at: null })
  await askForVotes(tx, place, { closesAt: date, actorId: actor.id, publicUrl })
}

type Asking = { readonly closesAt: Date; readonly actorId: string; readonly publicUrl: string }

/** Asks members who have not voted for their vote when the property gets its first closing date; never again. */
async function askForVotes(tx: Tx, { circleId, propertyId }: Place, { closesAt, actorId, publicUrl }: Asking): Promise<void> {
  const claimed = await tx
    .updateTable('decisions')
    .from('properties')
    .set({ asked_at: sql<Date>`now()` })
    .whereRef('properties.id', '=', 'decisions.property_id')
    .where('property_id', '=', propertyId)
    .where('asked_at', 'is', null)
    .returning('properties.shown_address as address')
    .executeTakeFirst()
  if (!claimed) return
  const subject = { circleId, propertyId, motionId: null, name: claimed.address }
  const people = (await findNonVoters(tx, subject)).filter((user) => user !== actorId)
  await mailMembers(tx, subject, people, { mail: 'asks', closesAt }, publicUrl)
}

/** Removes the closing dates of open votes when a circle owns or ends: nobody can vote any more, so these properties stay undecided. */
export async function removeClosingDates(tx: Tx, circleId: string, actorId: string): Promise<void> {
  const dated = await tx
    .selectFrom('decisions')
    .innerJoin('properties', 'properties.id', 'decisions.property_id')
    .select('property_id')
    .where('properties.circle_id', '=', circleId)
    .where('properties.deleted_at', 'is', null)
    .where('decisions.closes_at', 'is not', null)
    .where('decisions.closed_by_record', 'is', null)
    .orderBy('property_id')
    .execute()
  for (const { property_id: propertyId } of dated) {
    const noDate = { closes_at: null, held_before: null, moved_at: null }
    await saveClosingDate(tx, { id: actorId, origin: null }, { circleId, propertyId }, noDate)
  }
}

/**
 * If a property changes within the notice period, its closing date moves to a full notice period from now, so that voters have time to see
 * the change. Returns whether it moved. The caller has locked the circle and called `closeDueFirst`.
 */
export async function moveClosingDate(tx: Tx, actor: Actor, place: Place, noticeSeconds: number): Promise<boolean> {
  const decision = await tx.selectFrom('decisions').select('closes_at').where('property_id', '=', place.propertyId).executeTakeFirst()
  const now = await readDatabaseClock(tx)
  const earliest = new Date(now.getTime() + noticeSeconds * 1_000)
  if (!decision?.closes_at || decision.closes_at >= earliest) return false
  await saveClosingDate(tx, actor, place, { closes_at: earliest, held_before: now, moved_at: now })
  return true
}
