import type { Preference } from '#domain/choices.ts'
import type { Tx } from './connect.ts'
import { newId } from './ids.ts'

type Entry = {
  readonly propertyId: string
  readonly userId: string
  /** Null: taken back. */
  readonly preference: Preference | null
  readonly reason?: string | null
  readonly at?: Date
}

/** Appends a vote to its history; the reason stands beside it, so that it can go with the person. */
export async function appendVote(tx: Tx, { propertyId, userId, preference, reason, at }: Entry): Promise<string> {
  const id = newId()
  await tx
    .insertInto('vote_history')
    .values({ id, property_id: propertyId, user_id: userId, preference, ...(at && { at }) })
    .execute()
  if (reason) await tx.insertInto('vote_reasons').values({ vote_id: id, user_id: userId, reason }).execute()
  return id
}
