import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type FieldProblem, Refusal, type RefusalCode, refusals } from '#contract/errors.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { transaction } from '#server/db/transaction.ts'
import { actorOf } from './authenticate.ts'

type Key = { user_id: string; method: string; path: string; key: string; body_hash: Buffer }
type StoredAnswer = { data: unknown } | { refusal: { code: RefusalCode; error: string; fields?: FieldProblem[] } }

export const longestKey = 200

function keyOf(request: FastifyRequest): Key | null {
  const header = request.headers['idempotency-key']
  if (typeof header !== 'string' || header === '') return null
  if (header.length > longestKey)
    throw new Refusal('invalid', { fields: [{ field: 'Idempotency-Key', message: `Please use at most ${longestKey} characters` }] })
  return {
    user_id: actorOf(request).id,
    method: request.method,
    path: request.url.split('?')[0] ?? request.url,
    key: header,
    body_hash: createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest(),
  }
}

/**
 * The transaction of one write. With an Idempotency-Key the first answer is stored in the same transaction as its effect, so a repeat (lost
 * answer, crash, double click) gets that answer and has no effect. Parallel repeats wait on the key's row until the first one commits.
 */
export async function idempotentTransaction<Data>(db: Database, request: FastifyRequest, act: (tx: Tx) => Promise<Data>): Promise<Data> {
  const key = keyOf(request)
  const actorId = actorOf(request).id
  const outcome = await transaction(db, async (tx): Promise<StoredAnswer> => {
    await lockActor(tx, actorId)
    if (!key) return { data: await act(tx) }
    const earlier = await insertKey(tx, key)
    if (earlier) return earlier
    const answer = await runAct(tx, act)
    await storeAnswer(tx, key, answer)
    return answer
  })
  return unwrap<Data>(outcome)
}

/** A refusal rolls back the act but keeps the key: repeats get the same refusal. */
async function runAct<Data>(tx: Tx, act: (tx: Tx) => Promise<Data>): Promise<StoredAnswer> {
  await sql`savepoint act`.execute(tx)
  try {
    return { data: (await act(tx)) ?? null }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500 || error.status === 401 || error.status === 429) throw error
    await sql`rollback to savepoint act`.execute(tx)
    const { code, message, fields } = error
    return { refusal: { code, error: message, ...(fields ? { fields: [...fields] } : {}) } }
  }
}

/** Locks the actor's row against deletion. It is the first lock of every write, so that a write and a deletion cannot deadlock. */
async function lockActor(tx: Tx, userId: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!person) throw new Refusal('session_ended')
}

/** Inserts the key, or returns the answer stored under it. */
async function insertKey(tx: Tx, key: Key): Promise<StoredAnswer | null> {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 1n) return null
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('user_id', '=', key.user_id)
    .where('method', '=', key.method)
    .where('path', '=', key.path)
    .where('key', '=', key.key)
    .executeTakeFirst()
  if (row && !row.body_hash.equals(key.body_hash)) throw new Refusal('key_reused')
  // It told of someone whose account was deleted since. The act is not repeated.
  if (row?.answer === null) throw new Refusal('answer_erased')
  return row ? (row.answer as StoredAnswer) : null
}

function unwrap<Data>(earlier: StoredAnswer): Data {
  if ('data' in earlier) return earlier.data as Data
  const { code, error, fields } = earlier.refusal
  throw new Refusal(code, { error, ...(fields ? { fields } : {}) })
}

async function storeAnswer(tx: Tx, key: Key, answer: StoredAnswer): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: 'data' in answer ? 200 : refusals[answer.refusal.code].status, answer: JSON.stringify(answer) })
    .where('user_id', '=', key.user_id)
    .where('method', '=', key.method)
    .where('path', '=', key.path)
    .where('key', '=', key.key)
    .execute()
}
