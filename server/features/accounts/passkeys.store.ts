import { type Selectable, sql } from 'kysely'
import type { Assertion, Passkey } from '#contract/passkeys.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Passkeys } from '#server/db/schema.generated.ts'
import { type ChallengeUse, takeChallenge } from './passkey-challenges.store.ts'
import { isDeviceOf } from './sessions.store.ts'
import { challengeIn, type NewCredential, type RelyingParty, verifyAssertion } from './webauthn.ts'

type Row = Selectable<Passkeys>

export const toPasskey = (row: Row): Passkey => ({
  _id: row.id,
  name: row.name,
  isSynced: row.is_synced,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export const readPasskeys = (db: Database | Tx, userId: string): Promise<Row[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

export const knownCredential = (row: Row) => ({ credentialId: row.credential_id, transports: row.transports })

/** The owner of a credential, without proof that its passkey was used. `device`: the earlier session that this browser can prove. */
export async function findCredentialOwner(db: Database, credentialId: string, device: string | null) {
  return db
    .selectFrom('passkeys')
    .select(['user_id as userId', isDeviceOf(device, sql.ref('passkeys.user_id')).as('isKnownDevice')])
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst()
}

/** Undefined if this credential is stored already. */
export async function insertPasskey(tx: Tx, userId: string, name: string, made: NewCredential): Promise<Row | undefined> {
  return tx
    .insertInto('passkeys')
    .values({
      id: newId(),
      user_id: userId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: [...made.transports],
      name,
      is_synced: made.isSynced,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function isOwnPasskey(db: Database, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const row = await db.selectFrom('passkeys').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

export async function lockPasskey(tx: Tx, userId: string, id: string): Promise<Row | undefined> {
  if (!isId(id)) return undefined
  return tx.selectFrom('passkeys').selectAll().where('id', '=', id).where('user_id', '=', userId).forUpdate().executeTakeFirst()
}

/** Deletes every passkey of a person and returns their names. */
export async function deletePasskeys(tx: Tx, userId: string): Promise<string[]> {
  const gone = await tx.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute()
  return gone.map(({ name }) => name)
}

/** The challenge of an answer, used up; null if the answer was not made for it. */
export async function takeAnsweredChallenge(db: Database | Tx, passkey: Parameters<typeof challengeIn>[0], use: ChallengeUse) {
  const challenge = await challengeIn(passkey)
  return challenge && (await takeChallenge(db, challenge, use)) ? challenge : null
}

/**
 * Checks that a person has just used this passkey of theirs, and counts the use. The row is locked, so that of two answers with one counter
 * the second is refused.
 */
export async function verifyPasskeyUse(
  tx: Tx,
  site: RelyingParty,
  userId: string,
  passkey: Assertion,
  challenge: Buffer,
): Promise<{ readonly id: string } | null> {
  const row = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(passkey.id, 'base64url'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const stored = { ...knownCredential(row), publicKey: row.public_key, counter: row.counter, userId }
  const used = await verifyAssertion(site, stored, passkey, challenge)
  if (!used) return null
  await tx
    .updateTable('passkeys')
    .set({ counter: used.counter, is_synced: used.isSynced, last_used_at: sql<Date>`now()` })
    .where('id', '=', row.id)
    .execute()
  return { id: row.id }
}
