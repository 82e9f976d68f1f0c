import { type Path, paths } from '#contract/paths.ts'
import type { NoticeKind } from '#domain/notices.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { markNoticesRead, notify } from '#server/shared/notices/notify.ts'

type Subject = {
  readonly circleId: string
  readonly documentId: string
  readonly title: string
  /** Whose words the title is: the mails are erased with them. */
  readonly uploadedBy: string
}

/** Asks for a signature, or for the word about one on paper, by notice and by mail at once. */
export async function tellAsked(
  tx: Tx,
  { circleId, documentId, title, uploadedBy }: Subject,
  people: readonly string[],
  kind: 'sign_asked' | 'sign_named',
  publicUrl: string,
): Promise<void> {
  await notify(tx, people, { kind, circleId })
  if (people.length === 0) return
  // Someone who is being deleted is skipped: a deletion locks the person before the circle.
  const rows = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .select(['users.id', 'users.email', 'users.first_name', 'circles.title as circleTitle'])
    .where('users.id', 'in', [...people])
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare(['users'])
    .skipLocked()
    .execute()
  const path: Path = kind === 'sign_asked' ? paths.signDocument(circleId, documentId) : paths.circleDocument(circleId, documentId)
  for (const { id, email, first_name, circleTitle } of rows) {
    if (!email) continue
    const words = { firstName: first_name, title, circleTitle, isElsewhere: kind === 'sign_named', link: `${publicUrl}${path}` }
    await queueMail(tx, 'sign-asks', { userId: id, email }, words, [uploadedBy])
  }
}

/** Marks the notices as read that asked, once nothing of their kind waits for the person in this circle. */
export async function markAnswered(tx: Tx, circleId: string, userId: string, kind: 'sign_asked' | 'sign_named'): Promise<void> {
  const waiting =
    kind === 'sign_asked'
      ? await tx
          .selectFrom('missing_signatures')
          .select('version_id')
          .where('circle_id', '=', circleId)
          .where('user_id', '=', userId)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('signature_declines')
                  .select('signature_declines.user_id')
                  .whereRef('signature_declines.request_id', '=', 'missing_signatures.request_id')
                  .where('signature_declines.user_id', '=', userId),
              ),
            ),
          )
          .executeTakeFirst()
      : await tx
          .selectFrom('signed_elsewhere')
          .innerJoin('document_versions', 'document_versions.id', 'signed_elsewhere.version_id')
          .leftJoin('signed_elsewhere_words', (join) =>
            join
              .onRef('signed_elsewhere_words.version_id', '=', 'signed_elsewhere.version_id')
              .onRef('signed_elsewhere_words.user_id', '=', 'signed_elsewhere.user_id'),
          )
          .select('signed_elsewhere.version_id')
          .where('document_versions.circle_id', '=', circleId)
          .where('signed_elsewhere.user_id', '=', userId)
          .where('signed_elsewhere_words.at', 'is', null)
          .executeTakeFirst()
  if (!waiting) await markNoticesRead(tx, userId, { circleId }, [kind])
}

/** Tells present members; those who left learn nothing of it any more. */
export async function tellMembers(
  tx: Tx,
  circleId: string,
  people: readonly string[],
  kind: Extract<NoticeKind, 'document_signed' | 'sign_declined'>,
): Promise<void> {
  if (people.length === 0) return
  const present = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .where('user_id', 'in', [...new Set(people)])
    .execute()
  await notify(
    tx,
    present.map(({ user_id }) => user_id),
    { kind, circleId },
  )
}
