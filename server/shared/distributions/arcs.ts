import { sql } from 'kysely'
import type { OpenPart } from '#domain/calls.ts'
import type { PaidArc } from '#domain/distributions.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { openCents, readCallParts } from '#server/shared/calls/call-parts.ts'

type Receivers = ReadonlyMap<number, string | null>

/** The unpaid parts of an arc's calls, as rules take them. */
export const openPartsByArc = async (db: Database | Tx, circleId: string): Promise<ReadonlyMap<number, readonly OpenPart[]>> => {
  const byArc = new Map<number, OpenPart[]>()
  for (const part of await readCallParts(db, circleId)) {
    const open = openCents(part)
    if (open <= 0) continue
    const { call, callId, arc } = part
    byArc.set(arc, [...(byArc.get(arc) ?? []), { call, callId, arc, openCents: open }])
  }
  return byArc
}

/** Every arc as rules take it, first to last. Without a receiver of its own an arc's part is its holder's. */
export async function readPaidArcs(db: Database | Tx, circleId: string, receivers: Receivers = new Map()): Promise<PaidArc[]> {
  const openParts = await openPartsByArc(db, circleId)
  const { rows } = await sql<{ arc: number; holder: string; declared: Cents }>`
    select arcs.number as arc, memberships.user_id as holder,
      (select coalesce(sum(amount_cents), 0) from distribution_parts
        where distribution_parts.circle_id = arcs.circle_id and distribution_parts.arc = arcs.number
          and not exists (select from distribution_reversals
            where distribution_reversals.distribution_id = distribution_parts.distribution_id))::bigint as declared
    from arcs join memberships on memberships.id = arcs.membership_id
    where arcs.circle_id = ${circleId} order by arcs.number`.execute(db)
  return rows.map(({ arc, holder, declared }) => ({
    arc,
    receiver: receivers.has(arc) ? (receivers.get(arc) ?? null) : holder,
    holder,
    declaredCents: declared,
    openParts: openParts.get(arc) ?? [],
  }))
}
