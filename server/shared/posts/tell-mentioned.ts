import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { readableText } from '#domain/mentions.ts'
import { fullName } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { isWithinLimit, type RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { notify } from '#server/shared/notices/notify.ts'
import type { Topic } from './topic.ts'

/** Where a post is: the names that its mail says, and its page. */
async function findPlace(tx: Tx, { subject, circleId }: Topic) {
  const { title } = await tx.selectFrom('circles').select('title').where('id', '=', circleId).executeTakeFirstOrThrow()
  const property =
    subject.column === 'property_id'
      ? await tx.selectFrom('properties').select('shown_address as address').where('id', '=', subject.id).executeTakeFirstOrThrow()
      : null
  const motion =
    subject.column === 'motion_id'
      ? await tx.selectFrom('motion_texts').select('title').where('motion_id', '=', subject.id).executeTakeFirstOrThrow()
      : null
  const path = property
    ? paths.circleProperty(circleId, subject.id)
    : motion
      ? paths.circleMotion(circleId, subject.id)
      : paths.circleConversation(circleId)
  return { words: { circleTitle: title, address: property?.address ?? null, motionTitle: motion?.title ?? null }, path }
}

type NewMentions = {
  readonly postId: string
  readonly text: string
  /** Everyone whom the post mentions. */
  readonly mentioned: readonly string[]
  /** Those of them who have not been told. */
  readonly untold: readonly string[]
  readonly limiter: RateLimiter
}

/**
 * Tells people that a post mentions them: by a notice, and by a mail if they get mails of that kind. Of one writer's many mentions a person
 * gets only the first ones of a day by mail.
 */
export async function tellMentioned(tx: Tx, actor: Actor, topic: Topic, mentions: NewMentions): Promise<void> {
  const { postId, text, mentioned, untold, limiter } = mentions
  if (untold.length === 0) return
  const { subject, circleId } = topic
  const propertyId = subject.column === 'property_id' ? subject.id : null
  const motionId = subject.column === 'motion_id' ? subject.id : null
  await notify(tx, untold, { kind: 'mention', circleId, propertyId, motionId })
  // Someone who is being deleted is skipped, as in `mailMembers`.
  const recipients = await tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name'])
    .where('id', 'in', [...untold])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .skipLocked()
    .execute()
  const named = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [actor.id, ...mentioned])
    .execute()
  const people = named.map(({ id, first_name: firstName, last_name: lastName }) => ({ _id: id, name: fullName({ firstName, lastName }) }))
  const writer = people.find(({ _id }) => _id === actor.id)?.name ?? ''
  const { words, path } = await findPlace(tx, topic)
  // The mail says these people's names and words, so it is deleted with them, and with the post; it loses the address of a
  // property that is hidden.
  const about = [postId, actor.id, ...mentioned, ...[motionId, propertyId].flatMap((id) => id ?? [])]
  for (const { id, email, first_name: firstName } of recipients) {
    if (!email || !(await isWithinLimit(limiter, tx, 'mention_mail', `${actor.id} ${id}`))) continue
    const props = { firstName, writer, ...words, text: readableText(text, people), path: `${path}#post-${postId}` }
    await queueMail(tx, 'mention', { userId: id, email }, props, about)
  }
}

/** Deletes mails that repeat the words of posts and have not left: they name the post in `about`. Called when posts are deleted or hidden. */
export async function cancelPostMails(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`
    with unsent as (delete from mails where status <> 'sent' and about && ${[...postIds]}::uuid[] returning id, status)
    select graphile_worker.remove_job(id::text) from unsent where status = 'queued'`.execute(tx)
}
