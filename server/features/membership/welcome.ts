import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Welcome } from '#contract/welcome.ts'
import { holdersAt } from '#domain/weights.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { sendTogether } from '#server/db/transaction.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'

type OpenRow = { readonly name: string | null; readonly closes_at: Date | null; readonly held_before: Date | null }

const readOpen = async (db: Database | Tx, circleId: string): Promise<OpenRow[]> =>
  (
    await sql<OpenRow>`select name, closes_at, held_before from open_decisions
      where circle_id = ${circleId} and (closes_at is null or closes_at > clock_timestamp())
      order by closes_at nulls last, property_id, motion_id limit 3`.execute(db)
  ).rows

const readMembership = (db: Database | Tx, circleId: string, userId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['memberships.welcomed_at', 'circles.total_target_size as target'])
    .select([
      sql<number>`(select count(*) from arcs where arcs.membership_id = memberships.id)`.as('arcs'),
      sql<number>`(select coalesce(sum(price), 0) from arcs where arcs.membership_id = memberships.id)::bigint`.as('amount'),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id and membership_id is null)`.as('freeArcs'),
      sql<boolean>`coalesce((select ledger.membership_id = memberships.id from ledger
        where ledger.circle_id = circles.id order by ledger.id desc limit 1), false)`.as('isNewest'),
      sql<number>`(select count(*) from properties where properties.circle_id = circles.id and properties.deleted_at is null)`.as(
        'properties',
      ),
    ])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.ended_at', 'is', null)
    .executeTakeFirst()

/** What a member holds and what comes next, for the page and the mail that confirms a commitment. */
export async function readWelcome(db: Database | Tx, circleId: string, userId: string): Promise<Welcome> {
  const [row, open, holdings] = await sendTogether([
    readMembership(db, circleId, userId),
    readOpen(db, circleId),
    readHoldings(db, circleId),
  ])
  if (!row) throw new Refusal('membership_not_found')
  const { arcs, amount, target, freeArcs, properties } = row
  const own = holdings.filter(({ user }) => user === userId)
  return {
    arcs,
    amount,
    target,
    freeArcs,
    properties,
    tookLast: freeArcs === 0 && row.isNewest,
    openVotes: open.map(({ name, closes_at, held_before }) => ({
      name: name || 'A motion',
      closesAt: closes_at?.toISOString() ?? null,
      counted: holdersAt(own, held_before?.getTime() ?? null)[0]?.arcs ?? 0,
    })),
    welcomedAt: row.welcomed_at?.toISOString() ?? null,
  }
}

/** The member has seen it. The first time counts. */
export async function markWelcomed(tx: Tx, circleId: string, userId: string): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ welcomed_at: sql<Date>`now()` })
    .where('circle_id', '=', circleId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('welcomed_at', 'is', null)
    .execute()
}
