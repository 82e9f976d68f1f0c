import { sql } from 'kysely'
import type { Cents, Dollars } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** What an arc is asked in a call and what it has paid of it. Its holder now is who owes the rest. */
export type CallPart = {
  readonly callId: string
  /** Calls of a circle are numbered in the order in which they opened. */
  readonly call: number
  readonly acquisitionId: string | null
  readonly arc: number
  readonly price: Dollars
  readonly holder: string
  readonly askedCents: Cents
  readonly paidCents: Cents
  readonly dueDay: string
}

/**
 * The parts of a circle's calls, oldest call and lowest arc first. Those of an acquisition that was given up ask nobody any more and are left
 * out.
 */
export async function readCallParts(db: Database | Tx, circleId: string): Promise<CallPart[]> {
  return db
    .selectFrom('call_parts')
    .innerJoin('calls', 'calls.id', 'call_parts.call_id')
    .leftJoin('acquisitions', 'acquisitions.id', 'calls.acquisition_id')
    .innerJoin('arcs', (join) => join.onRef('arcs.circle_id', '=', 'call_parts.circle_id').onRef('arcs.number', '=', 'call_parts.arc'))
    .innerJoin('memberships', 'memberships.id', 'arcs.membership_id')
    .select([
      'call_parts.call_id as callId',
      'calls.number as call',
      'calls.acquisition_id as acquisitionId',
      'call_parts.arc',
      'arcs.price',
      'memberships.user_id as holder',
      'call_parts.amount_cents as askedCents',
      'calls.due_day as dueDay',
    ])
    .select(
      sql<number>`(select coalesce(-sum(book_lines.amount_cents), 0)::bigint from book_lines
        where book_lines.account = 'capital' and book_lines.call_id = call_parts.call_id and book_lines.arc = call_parts.arc)`.as(
        'paidCents',
      ),
    )
    .where('call_parts.circle_id', '=', circleId)
    .where(sql<boolean>`acquisitions.outcome is distinct from 'given_up'`)
    .orderBy('calls.number')
    .orderBy('call_parts.arc')
    .execute()
}

export const openCents = ({ askedCents, paidCents }: CallPart): Cents => askedCents - paidCents
