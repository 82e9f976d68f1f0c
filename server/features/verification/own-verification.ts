import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { OwnVerification } from '#contract/verification.ts'
import { askAgainAt, verificationState } from '#domain/verification.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { findUser, type UserRow } from '#server/shared/people/users.ts'
import { findLastDecision } from '#server/shared/verification/decisions.ts'
import { readGiven } from './given.ts'

type Last = Awaited<ReturnType<typeof findLastDecision>>

export const stateOf = (user: UserRow, last: Last) =>
  verificationState({ isVerified: user.verification === 'verified', isRequested: user.verification_requested, last })

/** Our question, while the person waits and nothing was decided after it. */
export function questionOf(state: OwnVerification['state'], last: Last, given: OwnVerification['given']): OwnVerification['question'] {
  if (state !== 'waiting' || last?.kind !== 'asked') return null
  const at = last.at.toISOString()
  return { text: last.sentence ?? '', by: last.by, at, isAnswered: given.sentAt !== null && given.sentAt > at }
}

/** The person's own request, as the waiting page shows it. */
export async function readOwnVerification(db: Database | Tx, userId: string): Promise<OwnVerification> {
  const user = await findUser(db, userId)
  if (!user) throw new Refusal('user_not_found')
  const last = await findLastDecision(db, userId)
  const state = stateOf(user, last)
  const given = await readGiven(db, userId)
  return {
    state,
    question: questionOf(state, last, given),
    decline:
      state === 'declined' && last
        ? { reason: last.sentence ?? '', at: last.at.toISOString(), mayAskAt: askAgainAt(last.at).toISOString() }
        : null,
    peopleBefore: state === 'waiting' ? await countBefore(db, user) : null,
    given,
  }
}

/** The queue's order: who asked before anyone kept the time comes first. */
async function countBefore(db: Database | Tx, { id, verification_requested_at: since }: UserRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from users
    where verification = 'awaiting' and deleted_at is null
      and (coalesce(verification_requested_at, '-infinity'), id) < (coalesce(${since}::timestamptz, '-infinity'), ${id}::uuid)`.execute(db)
  return rows[0]?.count ?? 0
}
