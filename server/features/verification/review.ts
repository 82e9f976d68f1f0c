import { Refusal } from '#contract/errors.ts'
import type { VerificationReview, VerificationStep } from '#contract/verification.ts'
import { fullName } from '#domain/person.ts'
import { undoUntil } from '#domain/verification.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { findUser, toUser, type UserRow } from '#server/shared/people/users.ts'
import { lastStanding, listDecisions } from '#server/shared/verification/decisions.ts'
import { readGiven } from './given.ts'
import { questionOf, stateOf } from './own-verification.ts'

/** The mails that administrators sent without a decision, by the button Send Email Notification. */
const listNotified = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('audit_log')
    .innerJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.at', 'users.first_name'])
    .where('audit_log.subject_kind', '=', 'user')
    .where('audit_log.subject_id', '=', userId)
    .where('audit_log.act', '=', 'user.notified')
    .orderBy('audit_log.id', 'desc')
    .limit(20)
    .execute()

/**
 * What happened to a request so far, newest first. The list is gathered oldest first within each kind and turned at the
 * end, because a person's documents and the sending of them may carry the same millisecond.
 */
async function listSteps(db: Database | Tx, user: UserRow, given: VerificationReview['given']): Promise<VerificationStep[]> {
  const name = fullName({ firstName: user.first_name, lastName: user.last_name })
  const steps: VerificationStep[] = []
  if (user.verification_requested_at) {
    steps.push({ kind: 'requested', at: user.verification_requested_at.toISOString(), by: name, words: null })
  }
  for (const { name: words, addedAt } of given.documents) steps.push({ kind: 'document', at: addedAt, by: name, words })
  if (given.sentAt) steps.push({ kind: 'sent', at: given.sentAt, by: name, words: null })
  for (const { at, first_name } of (await listNotified(db, user.id)).reverse()) {
    steps.push({ kind: 'notified', at: at.toISOString(), by: first_name || null, words: null })
  }
  for (const { kind, at, by, sentence } of (await listDecisions(db, user.id)).reverse()) {
    steps.push({ kind, at: at.toISOString(), by: by || null, words: sentence })
  }
  return steps.sort((one, other) => one.at.localeCompare(other.at)).reverse()
}

/** A person and what they gave, for the administrator who decides. */
export async function readReview(db: Database | Tx, userId: string): Promise<VerificationReview> {
  const user = await findUser(db, userId)
  if (!user) throw new Refusal('user_not_found')
  const last = lastStanding(await listDecisions(db, userId))
  const given = await readGiven(db, userId)
  const state = stateOf(user, last)
  return {
    user: toUser(user),
    state,
    question: questionOf(state, last, given),
    requestedAt: user.verification_requested_at?.toISOString() ?? null,
    given,
    steps: await listSteps(db, user, given),
    lastDecision: last?.id ?? null,
    undoUntil: (user.is_verified && undoUntil(last)?.toISOString()) || null,
  }
}
