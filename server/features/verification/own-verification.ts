import { Refusal } from '#contract/errors.ts'
import type { OwnVerification } from '#contract/verification.ts'
import { askAgainAt, verificationState } from '#domain/verification.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { findUser, type UserRow } from '#server/shared/people/users.ts'
import { findLastDecision } from '#server/shared/verification/decisions.ts'
import { readGiven } from './given.ts'

export const stateOf = (user: UserRow, last: Awaited<ReturnType<typeof findLastDecision>>) =>
  verificationState({ isVerified: user.is_verified || user.is_admin, isRequested: user.verification_requested, last })

/** The person's own request, as the waiting page shows it. */
export async function readOwnVerification(db: Database | Tx, userId: string): Promise<OwnVerification> {
  const user = await findUser(db, userId)
  if (!user) throw new Refusal('user_not_found')
  const last = await findLastDecision(db, userId)
  const state = stateOf(user, last)
  const given = await readGiven(db, userId)
  const isAsked = state === 'waiting' && last?.kind === 'asked'
  return {
    state,
    question: isAsked
      ? {
          text: last.sentence ?? '',
          by: last.by,
          at: last.at.toISOString(),
          isAnswered: given.sentAt !== null && given.sentAt > last.at.toISOString(),
        }
      : null,
    decline:
      state === 'declined' && last
        ? { reason: last.sentence ?? '', at: last.at.toISOString(), mayAskAt: askAgainAt(last.at).toISOString() }
        : null,
    given,
  }
}
