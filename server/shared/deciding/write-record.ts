import type { Insertable } from 'kysely'
import type { Charter, motionRecordKinds, recordCauses, recordKinds } from '#contract/deciding.ts'
import type { Holder } from '#domain/counting.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { rulesColumns, rulesOf } from './charters.ts'
import type { MotionRow } from './motions.ts'

export type RecordKind = (typeof recordKinds)[number]
export type RecordCause = (typeof recordCauses)[number]

type Entry = {
  readonly circleId: string
  readonly kind: RecordKind
  readonly cause: RecordCause
  readonly actorId: string | null
  readonly charter: Pick<Charter, 'version' | 'rules'>
  /** What it is about, and the count: a property or a motion as it was at that moment. */
  readonly about?: Partial<Insertable<DB['decision_record']>>
}

type RecordVote = Omit<Insertable<DB['record_votes']>, 'record_id'>

/** Appends to the decision record; for a count, together with everyone's vote at that moment. Returns its id. */
export async function writeRecord(tx: Tx, entry: Entry, votes: readonly RecordVote[] = []): Promise<string> {
  const { circleId, kind, cause, actorId, charter, about = {} } = entry
  const id = newId()
  await tx
    .insertInto('decision_record')
    .values({
      id,
      circle_id: circleId,
      kind,
      cause,
      actor_id: actorId,
      charter_version: charter.version,
      ...rulesColumns(charter.rules),
      ...about,
    })
    .execute()
  const rows = votes.map((vote) => ({ record_id: id, ...vote }))
  if (rows.length > 0) await tx.insertInto('record_votes').values(rows).execute()
  return id
}

type Cast = { readonly user: string; readonly id: string | null }

/** Every holder with their vote at that moment; those who have not voted too. */
export const recordVotes = <Vote extends Cast>(
  holders: readonly Holder[],
  votes: readonly Vote[],
  columns: (vote: Vote | undefined, user: string) => Partial<RecordVote>,
): RecordVote[] =>
  holders.map(({ user, arcs, late = 0, isSilent = false }) => {
    const vote = votes.find((each) => each.user === user)
    return { user_id: user, arcs, late, is_silent: isSilent, vote_id: vote?.id ?? null, ...columns(vote, user) }
  })

type MotionEvent = { readonly kind: (typeof motionRecordKinds)[number]; readonly actorId: string | null; readonly about?: Entry['about'] }

/** Appends what happened to a motion. */
export const writeMotionRecord = (tx: Tx, motion: MotionRow, { kind, actorId, about }: MotionEvent, votes?: readonly RecordVote[]) =>
  writeRecord(
    tx,
    {
      circleId: motion.circle_id,
      kind,
      cause: 'motion',
      actorId,
      charter: { version: motion.charter_version, rules: rulesOf(motion) },
      about: { motion_id: motion.id, closes_at: motion.closes_at, ...about },
    },
    votes,
  )
