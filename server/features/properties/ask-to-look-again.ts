import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Facts = {
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip_code: string
  readonly url: string
  readonly price: number
}

const votedFacts = ({ address, city, state, zip_code, url, price }: Facts) => ({
  price: String(price),
  address: `${address}, ${city}, ${state} ${zip_code}`,
  url,
})

/** Asks voters of a changed property to look again; their votes stay. The caller has locked the circle. */
export async function askToLookAgain(
  tx: Tx,
  actor: Actor,
  before: Facts & { readonly id: string; readonly circle_id: string },
  after: Facts,
  isMoved: boolean,
): Promise<void> {
  const [old, now] = [votedFacts(before), votedFacts(after)]
  const changed = (['price', 'address', 'url'] as const).filter((field) => old[field] !== now[field])
  if (changed.length === 0) return
  const voters = await tx
    .selectFrom('preferences')
    .leftJoin('decisions', 'decisions.property_id', 'preferences.property_id')
    .select('preferences.user_id')
    .where('preferences.property_id', '=', before.id)
    .where('decisions.closed_by_record', 'is', null)
    .execute()
  if (voters.length === 0) return
  const rows = changed.map((field) => ({
    id: newId(),
    property_id: before.id,
    field,
    before: old[field],
    after: now[field],
    changed_by: actor.id,
  }))
  await tx.insertInto('property_changes').values(rows).execute()
  const others = voters.map((voter) => voter.user_id).filter((id) => id !== actor.id)
  await notify(tx, others, {
    kind: 'vote_waits',
    circleId: before.circle_id,
    propertyId: before.id,
    facts: { why: 'changed', ...(isMoved && { isMoved }) },
  })
}
