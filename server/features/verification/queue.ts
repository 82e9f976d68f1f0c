import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { QueuePlace, queuePlaceQuery, VerificationQueue, verificationQueueQuery, WaitingPerson } from '#contract/verification.ts'
import { defaultTablePageSize } from '#domain/pages.ts'
import type { QueueState } from '#domain/verification.ts'
import type { Database } from '#server/db/connect.ts'
import { findUser } from '#server/shared/people/users.ts'
import { waitingPeople } from '#server/shared/verification/waiting-people.ts'

type Row = {
  id: string
  first_name: string
  last_name: string
  email: string | null
  requested_at: Date | null
  state: QueueState
  documents: number
  has_note: boolean
  has_phone: boolean
}

const isIn = (state: QueueState | undefined): RawBuilder<boolean> => sql`(${state ?? null}::text is null or state = ${state ?? null})`

const toWaitingPerson = (row: Row): WaitingPerson => ({
  _id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email ?? '',
  requestedAt: row.requested_at?.toISOString() ?? null,
  state: row.state,
  documents: row.documents,
  hasNote: row.has_note,
  hasPhone: row.has_phone,
})

/** The administrators' queue, longest wait first, and how many there are at each stage. */
export async function readQueue(
  db: Database,
  { state, page = 1, pageSize = defaultTablePageSize }: z.infer<typeof verificationQueueQuery>,
): Promise<VerificationQueue> {
  const counted = await sql<{ state: QueueState; count: number }>`
    select state, count(*) as count from (${waitingPeople}) as waiting group by state`.execute(db)
  const counts = { new: 0, asked: 0, answered: 0 }
  for (const row of counted.rows) counts[row.state] = row.count
  const { rows } = await sql<Row>`
    select * from (${waitingPeople}) as waiting where ${isIn(state)}
    order by place limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const newest = await sql<Row>`select * from (${waitingPeople}) as waiting order by place desc limit 1`.execute(db)
  return {
    items: rows.map(toWaitingPerson),
    total: state ? counts[state] : counts.new + counts.asked + counts.answered,
    page,
    pageSize,
    counts,
    newest: newest.rows[0] ? toWaitingPerson(newest.rows[0]) : null,
  }
}

/** How many of those who follow are named. */
const mostNext = 3

/** Counts from the person's own place, which they keep after a decision: so the next person is found also when they have left the queue. */
export async function readQueuePlace(db: Database, userId: string, { state }: z.infer<typeof queuePlaceQuery>): Promise<QueuePlace> {
  const user = await findUser(db, userId)
  if (!user) throw new Refusal('user_not_found')
  const own = sql`(coalesce(${user.verification_requested_at}::timestamptz, '-infinity'), ${user.id}::uuid)`
  const { rows } = await sql<{ before: number; here: number; left: number }>`
    select count(*) filter (where place < ${own}) as before, count(*) filter (where place = ${own}) as here,
      count(*) filter (where place > ${own}) as left
    from (${waitingPeople}) as waiting where ${isIn(state)}`.execute(db)
  const { before, here, left } = rows[0] ?? { before: 0, here: 0, left: 0 }
  const previous = await sql<Row>`
    select * from (${waitingPeople}) as waiting where ${isIn(state)} and place < ${own} order by place desc limit 1`.execute(db)
  const next = await sql<Row>`
    select * from (${waitingPeople}) as waiting where ${isIn(state)} and place > ${own} order by place limit ${mostNext}`.execute(db)
  return {
    place: here > 0 ? before + 1 : null,
    total: before + here + left,
    left,
    previous: previous.rows[0] ? toWaitingPerson(previous.rows[0]) : null,
    next: next.rows.map(toWaitingPerson),
  }
}
