import type { Charter, recordCauses, recordKinds } from '#contract/deciding.ts'
import type { Preference } from '#domain/choices.ts'
import type { Holder, Standing } from '#domain/outcome.ts'
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

type Moment = {
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

/** Appends to the record what came about and, where it concerns a property, how everyone had voted at that moment. */
export async function writeRecord(tx: Tx, entry: Entry, moment: Moment | null): Promise<void> {
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
      ...(moment && {
        property_id: moment.id,
        address: moment.address,
        city: moment.city,
        state_name: moment.state_name,
        zip_code: moment.zip_code,
        url: moment.url,
        image_key: moment.image_key,
        price: moment.price,
        closes_at: moment.closes_at,
        state: moment.counted.state,
        held: moment.counted.of,
        voted: moment.counted.voted,
        invest: moment.counted.invest,
        watch_list: moment.counted.watchList,
        veto: moment.counted.veto,
        late: moment.counted.late,
      }),
    })
    .execute()
  if (!moment || moment.holders.length === 0) return
  const rows = moment.holders.map(({ user, arcs, late = 0 }) => {
    const cast = moment.votes.find((vote) => vote.user === user)
    return { record_id: entry.id, user_id: user, arcs, late, preference: cast?.preference ?? null, vote_id: cast?.vote ?? null }
  })
  await tx.insertInto('record_votes').values(rows).execute()
}
