import { sql } from 'kysely'
import { belongsTo } from '#server/shared/circle-people/circle-people.ts'
import { isValidFor } from '#server/shared/invitations/invitations.ts'

export const iso = (time: Date | null) => time?.toISOString() ?? null

/** A former member of a hidden circle gets neither its title nor an address. */
export const maySee = (userId: string) => sql<boolean>`(not circles.hide_circle
  or ${belongsTo(sql.ref('circles.id'), userId)}
  or exists (select from circle_invitations where circle_invitations.circle_id = circles.id and ${isValidFor(userId, null)}))`

export const titleFor = (userId: string) => sql<string | null>`case when ${maySee(userId)} then circles.title end`.as('title')
export const addressFor = (userId: string) =>
  sql<string | null>`case when ${maySee(userId)} then properties.shown_address end`.as('address')
