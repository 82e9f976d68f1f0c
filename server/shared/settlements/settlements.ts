import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'

/** What a settlement statement is of. */
export type SettlementOf = 'purchase' | 'sale'

/** A settlement statement that waits for its confirmation. */
export type OpenSettlement<Line> = {
  readonly id: string
  readonly day: string
  readonly lines: readonly Line[]
  readonly documentVersionId: string
  /** Of a sale: the motion that permits it. */
  readonly motionId: string | null
  readonly proposedBy: string
  readonly proposedAt: Date
}

/** The settlement statement that waits for its confirmation. */
export async function readOpenSettlement<Line>(
  db: Database | Tx,
  circleId: string,
  kind: SettlementOf,
): Promise<OpenSettlement<Line> | null> {
  const row = await db
    .selectFrom('settlements')
    .select([
      'id',
      'day',
      'lines',
      'document_version_id as documentVersionId',
      'motion_id as motionId',
      'proposed_by as proposedBy',
      'proposed_at as proposedAt',
    ])
    .where('circle_id', '=', circleId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, lines: row.lines as unknown as Line[] } : null
}

/** The statement that waits, if it is this one: another one is refused. */
export async function requireOpenSettlement<Line>(
  tx: Tx,
  circleId: string,
  kind: SettlementOf,
  settlementId: string,
): Promise<OpenSettlement<Line>> {
  const open = await readOpenSettlement<Line>(tx, circleId, kind)
  if (!open || !isId(settlementId) || open.id !== settlementId) throw new Refusal('settlement_not_found')
  return open
}

export async function requireNoSettlementWaits(tx: Tx, circleId: string, kind: SettlementOf): Promise<void> {
  if (await readOpenSettlement(tx, circleId, kind)) throw new Refusal('settlement_waits')
}

type NewSettlement<Line> = {
  readonly circleId: string
  readonly day: string
  readonly lines: readonly Line[]
  readonly documentVersionId: string
} & (
  | { readonly kind: 'purchase'; readonly acquisitionId: string; readonly motionId?: never }
  | { readonly kind: 'sale'; readonly motionId: string; readonly acquisitionId?: never }
)

/** Stores a statement until another member confirms it. The caller has locked the circle and checked its lines. */
export async function enterSettlement<Line>(tx: Tx, actor: Actor, settlement: NewSettlement<Line>): Promise<void> {
  const { circleId, kind, acquisitionId = null, motionId = null, day, lines, documentVersionId } = settlement
  await requireDocumentVersion(tx, circleId, documentVersionId)
  const id = newId()
  await tx
    .insertInto('settlements')
    .values({
      id,
      circle_id: circleId,
      kind,
      acquisition_id: acquisitionId,
      motion_id: motionId,
      day,
      lines: JSON.stringify(lines),
      document_version_id: documentVersionId,
      proposed_by: actor.id,
    })
    .execute()
  await writeAudit(tx, { act: 'settlement.entered', by: actor, subject: ['settlement', id], facts: { circle: circleId } })
}

/** Names of lenders and tenants may be of people, so they stay only until the statement is withdrawn or booked. */
const withoutNames = sql<string>`(select jsonb_agg(line - 'lender' - 'tenant') from jsonb_array_elements(lines) line)`

export async function endSettlement(tx: Tx, actor: Actor, circleId: string, settlementId: string): Promise<void> {
  await tx
    .updateTable('settlements')
    .set({ withdrawn_at: sql<Date>`clock_timestamp()`, lines: withoutNames })
    .where('id', '=', settlementId)
    .execute()
  await writeAudit(tx, { act: 'settlement.withdrawn', by: actor, subject: ['settlement', settlementId], facts: { circle: circleId } })
}

/** Keeps who confirmed the statement and the entry that it was booked with. */
export async function confirmAsBooked(
  tx: Tx,
  actor: Actor,
  { circleId, settlementId, entryId }: { readonly circleId: string; readonly settlementId: string; readonly entryId: string },
): Promise<void> {
  await tx
    .updateTable('settlements')
    .set({ confirmed_by: actor.id, confirmed_at: sql<Date>`clock_timestamp()`, entry_id: entryId, lines: withoutNames })
    .where('id', '=', settlementId)
    .execute()
  const facts = { circle: circleId, entry: entryId }
  await writeAudit(tx, { act: 'settlement.confirmed', by: actor, subject: ['settlement', settlementId], facts })
}

/** How many people hold arcs: with one holder nobody else can confirm. */
export async function countHolders(db: Database | Tx, circleId: string): Promise<number> {
  const { holders } = await db
    .selectFrom('arcs')
    .select(sql<number>`count(distinct membership_id)`.as('holders'))
    .where('circle_id', '=', circleId)
    .executeTakeFirstOrThrow()
  return holders
}

/** Another member confirms than who entered it, as long as there is another. */
export async function requireAnother(tx: Tx, actor: Actor, circleId: string, proposedBy: string): Promise<void> {
  if (proposedBy === actor.id && (await countHolders(tx, circleId)) > 1) throw new Refusal('settlement_by_another')
}
