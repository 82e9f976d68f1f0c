import { paths } from '#contract/paths.ts'
import type { RelatedParty } from '#domain/motions.ts'
import type { PropertyOutcome } from '#domain/outcome.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/** What is voted on: a property or a motion, and what it is called. */
export type Subject = {
  readonly circleId: string
  readonly propertyId: string | null
  readonly motionId: string | null
  readonly name: string
}

/** The members whose vote on it is missing and would count. */
export async function findNonVoters(tx: Tx, { propertyId, motionId }: Subject): Promise<string[]> {
  const rows = await tx
    .selectFrom('missing_votes')
    .select('user_id')
    .where(({ eb }) => (motionId ? eb('motion_id', '=', motionId) : eb('property_id', '=', propertyId ?? '')))
    .orderBy('user_id')
    .execute()
  return rows.flatMap(({ user_id }) => user_id ?? [])
}

export async function findMembers(tx: Tx, circleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Those of these people who get mails, with what each mail says: never an amount or another person's name. Someone who is being deleted is
 * skipped: a deletion locks the person before the circle, so waiting for them with the circle locked could deadlock.
 */
async function findRecipients(tx: Tx, { circleId, propertyId, motionId }: Subject, people: readonly string[], publicUrl: string) {
  if (people.length === 0) return []
  const rows = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .select(['users.id', 'users.email', 'users.first_name', 'circles.title'])
    .where('users.id', 'in', [...people])
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare(['users'])
    .skipLocked()
    .execute()
  const link = `${publicUrl}${motionId ? paths.circleMotion(circleId, motionId) : paths.circleProperty(circleId, propertyId ?? '')}`
  return rows.flatMap(({ id, email, first_name, title }) =>
    email ? [{ to: { userId: id, email }, words: { firstName: first_name, circleTitle: title, link } }] : [],
  )
}

export type ClosedOutcome = Exclude<PropertyOutcome, 'open' | 'passes'>

type Said =
  | { readonly mail: 'asks' | 'reminder'; readonly closesAt: Date }
  | { readonly mail: 'outcome'; readonly outcome: ClosedOutcome }
  /** The proposer says that the payee or buyer is related to the recipient. */
  | { readonly mail: 'claim'; readonly party: RelatedParty }

/** Queues the mails about something that is voted on. */
export async function mailMembers(tx: Tx, subject: Subject, people: readonly string[], said: Said, publicUrl: string): Promise<void> {
  const { name, motionId, propertyId } = subject
  // So that they are deleted with their motion, or lose the address of a property that is hidden.
  const about = [motionId, propertyId].flatMap((id) => id ?? [])
  for (const { to, words } of await findRecipients(tx, subject, people, publicUrl)) {
    const [asProperty, asMotion] = [
      { ...words, address: name },
      { ...words, title: name },
    ]
    if (said.mail === 'claim') await queueMail(tx, 'motion-claim', to, { ...asMotion, party: said.party }, about)
    else if (said.mail === 'outcome') {
      const { outcome } = said
      if (!motionId) await queueMail(tx, 'vote-outcome', to, { ...asProperty, outcome }, about)
      else if (outcome !== 'blocked') await queueMail(tx, 'motion-outcome', to, { ...asMotion, outcome }, about)
    } else {
      const closesAt = said.closesAt.toISOString()
      if (motionId) await queueMail(tx, `motion-${said.mail}`, to, { ...asMotion, closesAt }, about)
      else await queueMail(tx, `vote-${said.mail}`, to, { ...asProperty, closesAt }, about)
    }
  }
}
