import { sql } from 'kysely'
import type { z } from 'zod'
import type { VerificationQueue, verificationQueueQuery } from '#contract/verification.ts'
import { defaultTablePageSize } from '#domain/pages.ts'
import { verificationLabels } from '#domain/person.ts'
import type { QueueState } from '#domain/verification.ts'
import type { Database } from '#server/db/connect.ts'

type Row = {
  id: string
  first_name: string
  last_name: string
  email: string | null
  requested_at: Date | null
  state: QueueState
  documents: number
}

/** Everyone who waits, with the stage of their request. The label is indexed. */
const waiting = sql`
  select users.id, first_name, last_name, email, verification_requested_at as requested_at,
    (select count(*) from verification_documents where verification_documents.user_id = users.id) as documents,
    case when last.kind is distinct from 'asked' then 'new' when details.sent_at > last.at then 'answered' else 'asked' end as state
  from users
    left join lateral (select kind, at from verification_decisions where user_id = users.id order by id desc limit 1) as last on true
    left join verification_details as details on details.user_id = users.id
  where verification_label(is_admin, is_verified, verification_requested) = ${verificationLabels.awaiting} and deleted_at is null`

/** The administrators' queue, longest wait first, and how many there are at each stage. */
export async function readQueue(
  db: Database,
  { state, page = 1, pageSize = defaultTablePageSize }: z.infer<typeof verificationQueueQuery>,
): Promise<VerificationQueue> {
  const counted = await sql<{ state: QueueState; count: number }>`
    select state, count(*) as count from (${waiting}) as waiting group by state`.execute(db)
  const counts = { new: 0, asked: 0, answered: 0 }
  for (const row of counted.rows) counts[row.state] = row.count
  const { rows } = await sql<Row>`
    select * from (${waiting}) as waiting where ${state ?? null}::text is null or state = ${state ?? null}
    order by requested_at asc nulls first, id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return {
    items: rows.map((row) => ({
      _id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email ?? '',
      requestedAt: row.requested_at?.toISOString() ?? null,
      state: row.state,
      documents: row.documents,
    })),
    total: state ? counts[state] : counts.new + counts.asked + counts.answered,
    page,
    pageSize,
    counts,
  }
}
