import type { VerificationDecision } from '#domain/verification.ts'
import type { Database, Tx } from '#server/db/connect.ts'

type StoredDecision = {
  readonly id: string
  readonly kind: VerificationDecision
  readonly at: Date
  readonly sentence: string | null
  /** The administrator's first name; empty if erased. */
  readonly by: string
}

/** What administrators decided about this person, newest first. */
export async function listDecisions(db: Database | Tx, userId: string): Promise<StoredDecision[]> {
  const rows = await db
    .selectFrom('verification_decisions')
    .innerJoin('users', 'users.id', 'verification_decisions.by_id')
    .leftJoin('verification_sentences', 'verification_sentences.decision_id', 'verification_decisions.id')
    .select([
      'verification_decisions.id',
      'verification_decisions.kind',
      'verification_decisions.at',
      'verification_sentences.sentence',
      'users.first_name',
    ])
    .where('verification_decisions.user_id', '=', userId)
    .orderBy('verification_decisions.id', 'desc')
    .execute()
  return rows.map(({ id, kind, at, sentence, first_name }) => ({
    id: String(id),
    kind: kind as VerificationDecision,
    at,
    sentence,
    by: first_name,
  }))
}

export const findLastDecision = async (db: Database | Tx, userId: string): Promise<StoredDecision | null> =>
  (await listDecisions(db, userId))[0] ?? null

type NewDecision = { readonly userId: string; readonly kind: VerificationDecision; readonly byId: string; readonly sentence?: string }

/** The caller holds the person's row, so that decisions are made one after the other. */
export async function writeDecision(tx: Tx, { userId, kind, byId, sentence = '' }: NewDecision): Promise<void> {
  const { id } = await tx
    .insertInto('verification_decisions')
    .values({ user_id: userId, kind, by_id: byId })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (sentence !== '') await tx.insertInto('verification_sentences').values({ decision_id: id, user_id: userId, sentence }).execute()
}
