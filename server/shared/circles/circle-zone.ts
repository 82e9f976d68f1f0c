import { sql } from 'kysely'
import { calendarDayOf, utc, type Zone } from '#domain/dates.ts'
import { zoneOfState } from '#domain/state-zones.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** The zone in which a circle's days are counted: that of the property it buys or owns, else of the circle's state, else UTC. */
export async function readCircleZone(db: Database | Tx, circleId: string): Promise<Zone> {
  const { rows } = await sql<{ property: string | null; circle: string | null }>`
    select circles.state as circle, (select properties.state from acquisitions join properties on properties.id = acquisitions.property_id
      where acquisitions.circle_id = circles.id and outcome is distinct from 'given_up') as property
    from circles where circles.id = ${circleId}`.execute(db)
  return zoneOfState(rows[0]?.property) ?? zoneOfState(rows[0]?.circle) ?? utc
}

/** The circle's calendar day now, by the clock of the database. */
export const todayIn = async (tx: Database | Tx, circleId: string): Promise<string> =>
  calendarDayOf(await readDatabaseClock(tx), await readCircleZone(tx, circleId))
