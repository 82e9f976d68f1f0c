import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { ledgerRow } from '#contract/membership.ts'
import { fullName } from '#domain/person.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

export type LedgerRow = z.infer<typeof ledgerRow>

/** The person of a membership, who may have left the circle and joined it again. */
async function findMember(db: Database, circleId: string, membershipId: string): Promise<string> {
  const membership = isId(membershipId)
    ? await db
        .selectFrom('memberships')
        .select('user_id')
        .where('id', '=', membershipId)
        .where('circle_id', '=', circleId)
        .executeTakeFirst()
    : undefined
  if (!membership) throw new Refusal('membership_not_found')
  return membership.user_id
}

/** A circle's ledger, oldest first; optionally of one member. Erased people are former members. */
export async function readLedger(db: Database, circleId: string, membershipId?: string): Promise<LedgerRow[]> {
  const personId = membershipId === undefined ? undefined : await findMember(db, circleId, membershipId)
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('users', 'users.id', 'ledger.user_id')
    .select(['ledger.id', 'ledger.kind', 'ledger.membership_id', 'ledger.arcs', 'ledger.amount', 'ledger.at'])
    // Leaving ends the membership in the same transaction, so both times are equal; new terms end no membership.
    .innerJoin('memberships', 'memberships.id', 'ledger.membership_id')
    .select(
      sql<boolean>`ledger.kind = 'removed' and ledger.actor_id = ledger.user_id and memberships.ended_at is not distinct from ledger.at`.as(
        'hasLeft',
      ),
    )
    .select(['users.first_name as firstName', 'users.last_name as lastName'])
    .where('ledger.circle_id', '=', circleId)
    .$if(personId !== undefined, (query) => query.where('ledger.user_id', '=', personId ?? ''))
    .orderBy('ledger.id')
    .execute()
  return rows.map((row) => ({
    _id: String(row.id),
    kind: row.kind as LedgerRow['kind'],
    member: fullName(row),
    membership: row.membership_id,
    arcs: row.arcs,
    amount: row.amount,
    at: row.at.toISOString(),
    hasLeft: row.hasLeft,
  }))
}
