import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

/** The circle of a property and who uploaded it. Null if the property or its circle is deleted. */
export async function findPropertyCircle(db: Database | Tx, propertyId: string) {
  if (!isId(propertyId)) return null
  const row = await db
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .select(['properties.id as propertyId', 'properties.circle_id as circleId', 'properties.uploaded_by as uploadedBy'])
    .where('properties.id', '=', propertyId)
    .where('properties.deleted_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
