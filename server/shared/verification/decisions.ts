import { sql } from 'kysely'
import type { VerificationDecision } from '#domain/verification.ts'
import type { Database, Tx } from '#server/db/connect.ts'

type StoredDecision = {
  readonly id: string
  readonly kind: VerificationDecision
  readonly at: Date
  readonly sentence: string | null
  /** The administrator's first name; empty if erased. */
  readonly by: string
  /** The decision that this one takes back. */
  readonly undoes: string | null
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
      'verification_decisions.undoes',
      'verification_sentences.sentence',
      'users.first_name',
    ])
    .where('verification_decisions.user_id', '=', userId)
    .orderBy('verification_decisions.id', 'desc')
    .execute()
  return rows.map(({ id, kind, at, sentence, first_name, undoes }) => ({
    id: String(id),
    kind: kind as VerificationDecision,
    at,
    sentence,
    by: first_name,
    undoes: undoes === null ? null : String(undoes),
  }))
}

/** The newest decision that was not undone. */
export const lastStanding = (decisions: readonly StoredDecision[]): StoredDecision | null =>
  decisions.find(({ id, kind }) => kind !== 'undone' && !decisions.some(({ undoes }) => undoes === id)) ?? null

export const findLastDecision = async (db: Database | Tx, userId: string): Promise<StoredDecision | null> =>
  lastStanding(await listDecisions(db, userId))

/** For a query over `verification_decisions`: whether the decision stands. */
export const isStanding = (decision: string) => sql<boolean>`(${sql.ref(`${decision}.kind`)} <> 'undone' and not exists (
  select from verification_decisions as undo where undo.undoes = ${sql.ref(`${decision}.id`)}))`

type NewDecision = {
  readonly userId: string
  readonly kind: VerificationDecision
  readonly byId: string
  readonly sentence?: string
  readonly undoes?: string
}

/** The caller holds the person's row, so that decisions are made one after the other. */
export async function writeDecision(tx: Tx, { userId, kind, byId, sentence = '', undoes }: NewDecision): Promise<void> {
  const { id } = await tx
    .insertInto('verification_decisions')
    .values({ user_id: userId, kind, by_id: byId, undoes: undoes === undefined ? null : Number(undoes) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (sentence !== '') await tx.insertInto('verification_sentences').values({ decision_id: id, user_id: userId, sentence }).execute()
}
