import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { GiveDetails, OwnVerification } from '#contract/verification.ts'
import { isFileKey } from '#domain/files.ts'
import { fullName } from '#domain/person.ts'
import { givenProblems, mostDocuments } from '#domain/verification.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { requireAttachable } from '#server/shared/files/attachable-file.ts'
import { lockFile } from '#server/shared/files/files.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import type { UserRow } from '#server/shared/people/users.ts'
import { findLastDecision } from '#server/shared/verification/decisions.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { listDocuments } from './given.ts'
import { readOwnVerification, stateOf } from './own-verification.ts'

type Services = { readonly limiter: RateLimiter; readonly files: FileStore; readonly publicUrl: string }

/** Replaces what the person gives by this form. The first time after a question, the administrator who asked is mailed. */
export async function giveDetails(tx: Tx, services: Services, actor: Actor, form: GiveDetails): Promise<OwnVerification> {
  const fields = givenProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  await services.limiter.take(tx, 'verification_account', actor.id)
  const user = await tx.selectFrom('users').selectAll().where('id', '=', actor.id).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (stateOf(user, await findLastDecision(tx, actor.id)) !== 'waiting') throw new Refusal('verification_not_waiting')

  const { question } = await readOwnVerification(tx, actor.id)
  const changed = await replaceDocuments(tx, services.files, actor, form.documents)
  const details = { phone: form.phone.trim(), best_time: form.bestTime, note: form.note.trim() }
  const written = { ...details, sent_at: sql<Date>`clock_timestamp()` }
  await tx
    .insertInto('verification_details')
    .values({ user_id: actor.id, ...written })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(written))
    .execute()
  const named = [details.phone && 'phone', details.note && 'note'].filter((field) => field !== '')
  await writeAudit(tx, { act: 'verification.given', by: actor, subject: ['user', actor.id], fields: named, facts: changed })
  if (question && !question.isAnswered) await mailAsker(tx, services.publicUrl, user)
  return readOwnVerification(tx, actor.id)
}

async function replaceDocuments(tx: Tx, files: FileStore, actor: Actor, wanted: GiveDetails['documents']) {
  const before = await listDocuments(tx, actor.id)
  const keys = wanted.map(({ key }) => key)
  const removed = before.filter(({ file_key }) => !keys.includes(file_key))
  const added = wanted.filter(({ key }, index) => !before.some(({ file_key }) => file_key === key) && keys.indexOf(key) === index)
  for (const { id, file_key } of removed) {
    await tx.deleteFrom('verification_documents').where('id', '=', id).where('user_id', '=', actor.id).execute()
    // A file without owner is deleted by the sweep.
    await tx.updateTable('files').set({ owner_id: null }).where('key', '=', file_key).where('owner_id', '=', actor.id).execute()
  }
  const taken = before.filter((document) => !removed.includes(document)).map(({ place }) => place)
  const free = Array.from({ length: mostDocuments }, (_, index) => index + 1).filter((place) => !taken.includes(place))
  for (const [index, { key, name }] of added.entries()) {
    const place = free[index]
    if (place === undefined) throw new Error('the form has at most three documents')
    await attachDocument(tx, files, actor, key)
    await tx.insertInto('verification_documents').values({ id: newId(), user_id: actor.id, place, file_key: key, name }).execute()
  }
  return { added: added.length, removed: removed.length, documents: keys.length }
}

/**
 * Only a new, private upload. A picture that is attached elsewhere is seen by others, and somebody may hold a signed URL of a file that was
 * uploaded for others, which no change of its permission would end.
 */
async function attachDocument(tx: Tx, files: FileStore, actor: Actor, key: string): Promise<void> {
  // Locked before the check, or the file could be attached elsewhere meanwhile. Then its row could not be deleted later.
  const file = isFileKey(key) ? await lockFile(tx, key) : undefined
  if (file?.attached_at) throw new Refusal('file_not_yours')
  await requireAttachable(tx, files, actor, key, ['image', 'pdf'])
  if (file?.is_public || file?.is_viewable_by_any_user) throw new Refusal('document_not_private')
}

async function mailAsker(tx: Tx, publicUrl: string, user: UserRow): Promise<void> {
  const asker = await tx
    .selectFrom('verification_decisions')
    .innerJoin('users', 'users.id', 'verification_decisions.by_id')
    .select(['users.id', 'users.email', 'users.is_admin', 'users.status'])
    .where('verification_decisions.user_id', '=', user.id)
    .where('verification_decisions.kind', '=', 'asked')
    .orderBy('verification_decisions.id', 'desc')
    .executeTakeFirst()
  if (!asker?.email || !asker.is_admin || asker.status !== 'active') return
  const name = fullName({ firstName: user.first_name, lastName: user.last_name })
  const link = `${publicUrl}${paths.adminReviewUser(user.id)}`
  await queueMail(tx, 'verification-answered', { userId: asker.id, email: asker.email }, { name, link }, [user.id])
}
