import type { Charter, motionRecordKinds, recordCauses, recordKinds } from '#contract/deciding.ts'
import type { Preference } from '#domain/choices.ts'
import type { CountingRule, Holder } from '#domain/counting.ts'
import type { MotionStanding } from '#domain/motions.ts'
import type { Standing } from '#domain/outcome.ts'
import type { Tx } from '#server/db/connect.ts'
import { rulesColumns } from './charters.ts'

export type RecordKind = (typeof recordKinds)[number]
export type RecordCause = (typeof recordCauses)[number]

type Entry = {
  readonly id: string
  readonly circleId: string
  readonly kind: RecordKind
  readonly cause: RecordCause
  readonly actorId: string | null
  readonly charter: Charter
  /** The motion that caused it. */
  readonly motionId?: string
}

type PropertySnapshot = {
  readonly id: string
  readonly address: string
  readonly city: string
  readonly state_name: string
  readonly zip_code: string
  readonly url: string
  /** The listing picture. */
  readonly image_key: string | null
  readonly price: number
  readonly year_built: number | null
  readonly bedrooms: number | null
  readonly bathrooms: number | null
  readonly living_area: number | null
  readonly closes_at: Date | null
  readonly counted: Standing
  readonly holders: readonly Holder[]
  readonly votes: readonly { readonly user: string; readonly preference: Preference; readonly vote: string | null }[]
}

/** Appends to the decision record; for a property, together with everyone's vote at that moment. */
export async function writeRecord(tx: Tx, entry: Entry, snapshot: PropertySnapshot | null): Promise<void> {
  await tx
    .insertInto('decision_record')
    .values({
      id: entry.id,
      circle_id: entry.circleId,
      kind: entry.kind,
      cause: entry.cause,
      actor_id: entry.actorId,
      charter_version: entry.charter.version,
      motion_id: entry.motionId ?? null,
      ...rulesColumns(entry.charter.rules),
      ...(snapshot && {
        property_id: snapshot.id,
        address: snapshot.address,
        city: snapshot.city,
        state_name: snapshot.state_name,
        zip_code: snapshot.zip_code,
        url: snapshot.url,
        image_key: snapshot.image_key,
        price: snapshot.price,
        year_built: snapshot.year_built,
        bedrooms: snapshot.bedrooms,
        bathrooms: snapshot.bathrooms,
        living_area: snapshot.living_area,
        closes_at: snapshot.closes_at,
        state: snapshot.counted.state,
        held: snapshot.counted.of,
        voted: snapshot.counted.voted,
        invest: snapshot.counted.invest,
        watch_list: snapshot.counted.watchList,
        veto: snapshot.counted.veto,
        late: snapshot.counted.late,
      }),
    })
    .execute()
  if (!snapshot || snapshot.holders.length === 0) return
  const rows = snapshot.holders.map(({ user, arcs, late = 0 }) => {
    const cast = snapshot.votes.find((vote) => vote.user === user)
    return { record_id: entry.id, user_id: user, arcs, late, preference: cast?.preference ?? null, vote_id: cast?.vote ?? null }
  })
  await tx.insertInto('record_votes').values(rows).execute()
}

type Motion = {
  readonly id: string
  readonly circle_id: string
  readonly charter_version: number
  readonly count_by: string
  readonly threshold: number
  readonly quorum: number
  readonly veto_blocks: boolean
  readonly closes_at: Date
  readonly conflicted: readonly string[]
  readonly votes: readonly { readonly user: string; readonly choice: string; readonly id: string }[]
}

type MotionEntry = {
  readonly id: string
  readonly motion: Motion
  readonly kind: (typeof motionRecordKinds)[number]
  readonly actorId: string | null
  /** The moment for which it is counted, if not the present one. */
  readonly at?: Date
}

type MotionCount = { readonly rule: CountingRule; readonly counted: MotionStanding; readonly holders: readonly Holder[] }

/** Appends an event of a motion to the decision record; for its closing, together with the count and everyone's vote. */
export async function writeMotionRecord(tx: Tx, { id, motion, kind, actorId, at }: MotionEntry, result: MotionCount | null): Promise<void> {
  await tx
    .insertInto('decision_record')
    .values({
      id,
      circle_id: motion.circle_id,
      motion_id: motion.id,
      kind,
      cause: 'motion',
      actor_id: actorId,
      charter_version: motion.charter_version,
      count_by: motion.count_by,
      threshold: motion.threshold,
      quorum: motion.quorum,
      veto_blocks: motion.veto_blocks,
      closes_at: motion.closes_at,
      ...(at && { at }),
      ...(result && {
        needs_parts: result.rule.moreThan.parts,
        needs_of: result.rule.moreThan.of,
        held: result.counted.of,
        voted: result.counted.voted,
        ...result.counted.by,
        late: result.counted.late,
        left_out: result.counted.leftOut,
        outcome: result.counted.outcome,
      }),
    })
    .execute()
  if (!result || result.holders.length === 0) return
  const rows = result.holders.map(({ user, arcs, late = 0 }) => {
    const cast = motion.votes.find((vote) => vote.user === user)
    const is_left_out = motion.conflicted.includes(user)
    return { record_id: id, user_id: user, arcs, late, is_left_out, choice: cast?.choice ?? null, vote_id: cast?.id ?? null }
  })
  await tx.insertInto('record_votes').values(rows).execute()
}
