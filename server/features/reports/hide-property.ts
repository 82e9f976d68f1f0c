import { sql } from 'kysely'
import { hiddenByAdmin } from '#domain/reports.ts'
import type { Tx } from '#server/db/connect.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

/** Mails that name the property and have not left: `about` has its id. A digest loses the line, and counts it among those it does not list. */
async function hideInMails(tx: Tx, propertyId: string): Promise<void> {
  const unsent = sql`status <> 'sent' and about @> array[${propertyId}]::uuid[]`
  await sql`update mails set props = jsonb_set(props, '{address}', to_jsonb(${hiddenByAdmin}::text))
    where ${unsent} and jsonb_typeof(props -> 'address') = 'string'`.execute(tx)
  await sql`update mails set props = jsonb_set(props, '{notices}', coalesce((
      select jsonb_agg(line order by place) from jsonb_array_elements(props -> 'notices') with ordinality as lines (line, place)
      where position(${propertyId} in line ->> 'link') = 0), '[]'))
    where ${unsent} and template = 'digest'`.execute(tx)
}

/** Hides a property for everyone, or shows it again. What has left or was changed in mails meanwhile stays as it is. */
export async function hideProperty(tx: Tx, circleId: string, id: string, isHidden: boolean): Promise<void> {
  await tx
    .updateTable('properties')
    .set({ hidden_at: isHidden ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .execute()
  // Notices repeat the address.
  await sql`update notices set address = properties.shown_address from properties
    where properties.id = ${id} and notices.property_id = properties.id`.execute(tx)
  if (isHidden) await hideInMails(tx, id)
  await publishCircleChange(tx, circleId, 'properties')
}
