import type { Charter, recordCauses, recordKinds } from '#contract/deciding.ts'
import type { Preference } from '#domain/choices.ts'
import type { Holder } from '#domain/counting.ts'
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
}

type PropertySnapshot = {
  readonly id: string
  readonly address: string
  readonly city: string
  readonly state_name: string
  readonly zip_code: string
  readonly url: string
  readonly image_key: string | null
  readonly price: number
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
