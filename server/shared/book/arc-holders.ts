import type { ArcHolder } from '#domain/arc-capital.ts'
import { calendarDayOf } from '#domain/dates.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'

/** In place of a holder while nobody held the arc. */
export const nobody = ''

/**
 * Who has held which arc from which day on, in the circle's zone, as the rows of the ledger say: whatever takes arcs has a positive amount,
 * whatever gives them away a negative one. The day of a change is the new holder's.
 */
export async function readArcHolders(db: Database | Tx, circleId: string): Promise<ArcHolder[]> {
  const zone = await readCircleZone(db, circleId)
  const rows = await db
    .selectFrom('ledger')
    .select(['user_id', 'arcs', 'amount', 'at'])
    .where('circle_id', '=', circleId)
    .orderBy('id')
    .execute()
  const holders = new Map<number, ArcHolder[]>()
  for (const { user_id: person, arcs, amount, at } of rows) {
    const from = calendarDayOf(at, zone)
    for (const arc of arcs) {
      const known = holders.get(arc) ?? []
      holders.set(arc, known)
      const present = known.at(-1)
      if (amount < 0 && present?.holder !== person) continue
      // An arc that is handed on within a day is never without a holder.
      if (present?.holder === nobody && present.from === from) known.pop()
      known.push({ arc, from, holder: amount < 0 ? nobody : person })
    }
  }
  return [...holders.keys()].sort((a, b) => a - b).flatMap((arc) => holders.get(arc) ?? [])
}
