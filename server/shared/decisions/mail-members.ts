import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { MailProps } from '#server/mail/templates/mail-props.ts'

type Place = { readonly circleId: string; readonly propertyId: string }

/**
 * Members who get mails about a property, with what each such mail says. Someone who is being deleted is skipped: a deletion locks the person
 * before the circle, so waiting for them with the circle locked could deadlock.
 */
async function findRecipients(tx: Tx, { circleId, propertyId }: Place, publicUrl: string) {
  const rows = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .innerJoin('properties', 'properties.circle_id', 'circles.id')
    .select(['users.id', 'users.email', 'users.first_name', 'properties.address', 'circles.title'])
    .select(
      sql<boolean>`exists (select from preferences where preferences.property_id = properties.id and preferences.user_id = users.id)`.as(
        'hasVoted',
      ),
    )
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.ended_at', 'is', null)
    .where('properties.id', '=', propertyId)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare(['users'])
    .skipLocked()
    .execute()
  const link = `${publicUrl}${paths.circleProperty(circleId, propertyId)}`
  return rows.flatMap(({ id, email, first_name, address, title, hasVoted }) =>
    email ? [{ to: { userId: id, email }, words: { firstName: first_name, address, circleTitle: title, link }, hasVoted }] : [],
  )
}

type Asking = { readonly closesAt: Date; readonly actorId: string; readonly publicUrl: string }

/** Asks members who have not voted for their vote when the property gets its first closing date; never again. The circle is locked. */
export async function askForVotes(tx: Tx, place: Place, { closesAt, actorId, publicUrl }: Asking): Promise<void> {
  const claimed = await tx
    .updateTable('decisions')
    .set({ asked_at: sql<Date>`now()` })
    .where('property_id', '=', place.propertyId)
    .where('asked_at', 'is', null)
    .returning('property_id')
    .executeTakeFirst()
  if (!claimed) return
  for (const { to, words, hasVoted } of await findRecipients(tx, place, publicUrl)) {
    if (hasVoted || to.userId === actorId) continue
    await queueMail(tx, 'vote-asks', to, { ...words, closesAt: closesAt.toISOString() })
  }
}

export type ClosedOutcome = MailProps['vote-outcome']['outcome']

/** Mails the members how a vote on a property ended. */
export async function mailOutcome(tx: Tx, place: Place, outcome: ClosedOutcome, publicUrl: string): Promise<void> {
  for (const { to, words } of await findRecipients(tx, place, publicUrl)) await queueMail(tx, 'vote-outcome', to, { ...words, outcome })
}
