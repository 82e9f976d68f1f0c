import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { callCode, callCodeLength } from '#domain/call-references.ts'
import { capitalLines, fillParts, furtherCallParts, paymentLines } from '#domain/calls.ts'
import { sumCents } from '#domain/cents.ts'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { type CallPart, openCents, readCallParts } from './call-parts.ts'
import { readKept } from './kept-money.ts'
import { tellOfCall } from './tell-of-calls.ts'

type NewCall = {
  readonly circleId: string
  readonly amountCents: Cents
  readonly dueDay: string
  readonly why: string
  /** Of each arc, first to last. */
  readonly parts: readonly Cents[]
  readonly acquisitionId: string | null
  readonly motionId: string | null
  /** Null: the circle, by a motion. */
  readonly openedBy: string | null
  /** Who books what was kept for this call. */
  readonly bookedBy: string
  readonly publicUrl: string
}

async function findFreeCode(tx: Tx): Promise<string> {
  for (;;) {
    const code = callCode(randomBytes(callCodeLength))
    const taken = await tx.selectFrom('calls').select('id').where('code', '=', code).executeTakeFirst()
    if (!taken) return code
  }
}

/** Open parts of one person as rules take them. */
export const openPartsOf = (parts: readonly CallPart[], person: string) =>
  parts
    .filter((part) => part.holder === person && openCents(part) > 0)
    .map((part) => ({ call: part.call, callId: part.callId, arc: part.arc, openCents: openCents(part) }))

/** What was kept for a holder counts at once, as an entry per person. Returns who paid anything that way. */
async function countKept(tx: Tx, call: NewCall): Promise<void> {
  const { circleId, acquisitionId, bookedBy } = call
  const kept = await readKept(tx, circleId)
  if (![...kept.values()].some((cents) => cents > 0)) return
  const parts = await readCallParts(tx, circleId)
  const day = await todayIn(tx, circleId)
  for (const [person, keptCents] of kept) {
    if (keptCents <= 0) continue
    const filling = fillParts(openPartsOf(parts, person), { paidCents: 0, keptCents })
    if (capitalLines(filling.filled).length === 0) continue
    // Nothing is paid, so the entry has no line of money.
    const lines = paymentLines(person, { account: 'held', heldBy: 'title' }, 0, filling)
    await writeEntry(tx, { circleId, kind: 'call_opened', day, lines, bookedBy, acquisitionId, motionId: call.motionId })
  }
}

/** Opens a call with its parts, and tells everyone who is asked. The caller has locked the circle and decided the parts. */
export async function openCall(tx: Tx, call: NewCall): Promise<string> {
  const { circleId, amountCents, dueDay, why, parts, acquisitionId, motionId, openedBy, publicUrl } = call
  const id = newId()
  await tx
    .insertInto('calls')
    .values({
      id,
      circle_id: circleId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from calls where circle_id = ${circleId})`,
      kind: acquisitionId ? 'purchase' : 'further',
      acquisition_id: acquisitionId,
      motion_id: motionId,
      amount_cents: amountCents,
      due_day: dueDay,
      code: await findFreeCode(tx),
      opened_by: openedBy,
    })
    .execute()
  await tx.insertInto('call_texts').values({ call_id: id, why }).execute()
  await tx
    .insertInto('call_parts')
    .values(parts.map((cents, index) => ({ call_id: id, circle_id: circleId, arc: index + 1, amount_cents: cents })))
    .execute()
  await countKept(tx, call)
  await tellOfCall(tx, { circleId, callId: id, openedBy, publicUrl })
  await publishCircleChange(tx, circleId, 'money')
  return id
}

/** What each arc was asked so far, first to last; of one acquisition, or in all calls. */
export async function readAskedBefore(tx: Tx, circleId: string, acquisitionId: string | null): Promise<{ price: number; asked: Cents }[]> {
  const { rows } = await sql<{ price: number; asked: Cents }>`
    select arcs.price, coalesce((select sum(call_parts.amount_cents) from call_parts join calls on calls.id = call_parts.call_id
        left join acquisitions on acquisitions.id = calls.acquisition_id
        where call_parts.circle_id = arcs.circle_id and call_parts.arc = arcs.number
          and acquisitions.outcome is distinct from 'given_up'
          and (${acquisitionId}::uuid is null or calls.acquisition_id = ${acquisitionId}::uuid)), 0)::bigint as asked
    from arcs where circle_id = ${circleId} order by number`.execute(tx)
  return rows
}

type FurtherCall = {
  readonly circleId: string
  readonly motionId: string
  readonly amountCents: Cents
  readonly dueDay: string
  readonly why: string
  readonly publicUrl: string
}

/** What a passed `call` motion opens: equal parts per arc. The caller has locked the circle; a motion opens one call. */
export async function openFurtherCall(tx: Tx, { circleId, motionId, amountCents, dueDay, why, publicUrl }: FurtherCall): Promise<string> {
  const asked = (await readAskedBefore(tx, circleId, null)).map((arc) => arc.asked)
  const { proposed_by } = await tx.selectFrom('motions').select('proposed_by').where('id', '=', motionId).executeTakeFirstOrThrow()
  const parts = furtherCallParts(amountCents, asked)
  if (sumCents(parts) !== amountCents) throw new Error('the parts of a call do not sum to it')
  const by = { acquisitionId: null, motionId, openedBy: null, bookedBy: proposed_by }
  return openCall(tx, { circleId, amountCents, dueDay, why, parts, publicUrl, ...by })
}
