import { sql } from 'kysely'
import { countedKinds, type NoticeDetails, type NoticeKind } from '#domain/notices.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { selectCirclePeople } from '#server/shared/circle-people/circle-people.ts'
import { publishNoticeChange } from '#server/shared/live/publish.ts'

type NewNotice = {
  readonly kind: NoticeKind
  readonly circleId?: string | null
  readonly propertyId?: string | null
  readonly motionId?: string | null
  readonly facts?: NoticeDetails
}

/**
 * Writes a notice for each person, in the same transaction as the change, and publishes it to their open pages. An unread notice of the
 * same kind and subject is updated and counted up instead of repeated. Title and address are copied, because a former member can no longer
 * read them.
 */
export const notify = (tx: Tx, people: readonly string[], { facts = {}, ...notice }: NewNotice): Promise<void> =>
  notifyEach(tx, new Map(people.map((person) => [person, facts])), notice)

/** As `notify`, with facts for each person. */
export async function notifyEach(tx: Tx, factsOf: ReadonlyMap<string, NoticeDetails>, notice: Omit<NewNotice, 'facts'>): Promise<void> {
  const { kind, circleId = null, propertyId = null, motionId = null } = notice
  const recipients = [...factsOf.keys()].sort()
  const facts = recipients.map((person) => JSON.stringify(factsOf.get(person)))
  if (recipients.length === 0) return
  await sql`
    with written as (
      insert into notices (id, user_id, kind, circle_id, property_id, motion_id, facts, circle_title, address, motion_title)
      select id, user_id, ${kind}, ${circleId}::uuid, ${propertyId}::uuid, ${motionId}::uuid, recipient.facts::jsonb,
        (select title from circles where circles.id = ${circleId}::uuid), (select shown_address from properties where properties.id = ${propertyId}::uuid),
        (select title from motion_texts where motion_id = ${motionId}::uuid)
      from unnest(${recipients.map(() => newId())}::uuid[], ${recipients}::uuid[], ${facts}::text[]) as recipient (id, user_id, facts)
      order by user_id
      on conflict (user_id, kind, circle_id, property_id, motion_id) where read_at is null do update set
        at = now(), mailed_at = null, circle_title = excluded.circle_title, address = excluded.address,
        motion_title = excluded.motion_title,
        facts = excluded.facts || case when notices.kind = any(${countedKinds}::text[])
          then jsonb_build_object('count', coalesce((notices.facts->>'count')::int, 1) + 1) else '{}'::jsonb end
      returning user_id
    )
    select tell_live(null, 'notices', user_id) from written`.execute(tx)
}

/** A circle's members and brokers, except the person who caused the notice. */
export async function findCirclePeople(tx: Tx, circleId: string, except: string | null = null): Promise<string[]> {
  const rows = await selectCirclePeople(tx, circleId).execute()
  return rows.map((row) => row.user_id).filter((id) => id !== except)
}

/** Marks notices as read that ask for something the person has just done. */
export async function markNoticesRead(
  tx: Tx,
  userId: string,
  subject: { readonly propertyId: string } | { readonly motionId: string } | { readonly circleId: string },
  kinds: readonly NoticeKind[],
): Promise<void> {
  const read = await tx
    .updateTable('notices')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .$if('propertyId' in subject, (notices) => notices.where('property_id', '=', 'propertyId' in subject ? subject.propertyId : ''))
    .$if('circleId' in subject, (notices) =>
      notices
        .where('circle_id', '=', 'circleId' in subject ? subject.circleId : '')
        .where('property_id', 'is', null)
        .where('motion_id', 'is', null),
    )
    .$if('motionId' in subject, (notices) => notices.where('motion_id', '=', 'motionId' in subject ? subject.motionId : ''))
    .$if('circleId' in subject, (notices) => notices.where('circle_id', '=', 'circleId' in subject ? subject.circleId : ''))
    .where('kind', 'in', [...kinds])
    .where('read_at', 'is', null)
    .returning('id')
    .execute()
  if (read.length > 0) await publishNoticeChange(tx, userId)
}
