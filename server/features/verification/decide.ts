import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { decideVerificationRequest, VerificationReview } from '#contract/verification.ts'
import { decideDecision, decideUndo, sentenceProblem } from '#domain/verification.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { publishNoticeChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import type { UserRow } from '#server/shared/people/users.ts'
import { findLastDecision, writeDecision } from '#server/shared/verification/decisions.ts'
import { markVerified, requireConfirmed } from '#server/shared/verification/mark-verified.ts'
import { cancelVerifiedMail, queueVerifiedMail } from '#server/shared/verification/verified-mail.ts'
import { stateOf } from './own-verification.ts'
import { readReview } from './review.ts'

type Site = { readonly publicUrl: string; readonly confirmEmail: 'required' | 'optional'; readonly keys: Keys }
type Form = z.infer<typeof decideVerificationRequest>

/** Verifies, asks, declines, reopens or undoes a verification, and mails the person; an Undo ends their mail instead. Refuses if another administrator has decided since this one looked. */
export async function decideVerification(tx: Tx, site: Site, actor: Actor, userId: string, form: Form): Promise<VerificationReview> {
  const message = sentenceProblem(form.decision, form.sentence)
  if (message) throw new Refusal('invalid', { fields: [{ field: 'sentence', message }] })
  const user = await lockPerson(tx, userId)
  if (actor.id === userId) throw new Refusal('own_flags')
  const last = await findLastDecision(tx, userId)
  const state = stateOf(user, last)
  const decision = form.decision === 'undone' ? decideUndo(state, last, await readClock(tx)) : decideDecision(form.decision, state)
  if (!decision.ok) throw new Refusal(decision.reason)
  if (form.lastDecision !== undefined && form.lastDecision !== (last?.id ?? null)) throw new Refusal('verification_decided')
  await acts[form.decision](tx, site, actor, user, form.sentence.trim())
  return readReview(tx, userId)
}

async function lockPerson(tx: Tx, userId: string): Promise<UserRow & { email: string }> {
  if (!isId(userId)) throw new Refusal('user_not_found')
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.email) throw new Refusal('user_not_found')
  return { ...row, email: row.email }
}

/** Read after the person's row is locked: an Undo that had to wait for it may be too late, because the mail has left. */
async function readClock(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  return rows[0]?.now ?? new Date()
}

type Act = (tx: Tx, site: Site, actor: Actor, user: UserRow & { email: string }, sentence: string) => Promise<void>

const waitingPage = ({ publicUrl }: Site) => `${publicUrl}${paths.userVerification}`

const verify: Act = async (tx, site, actor, user, sentence) => {
  requireConfirmed(user, site.confirmEmail)
  await markVerified(tx, actor, user.id, sentence)
  await writeAudit(tx, { act: 'user.verified', by: actor, subject: ['user', user.id] })
  await queueVerifiedMail(tx, site, user, sentence)
}

const askForMore: Act = async (tx, site, actor, user, question) => {
  await writeDecision(tx, { userId: user.id, kind: 'asked', byId: actor.id, sentence: question })
  await writeAudit(tx, { act: 'verification.asked', by: actor, subject: ['user', user.id] })
  await notify(tx, [user.id], { kind: 'verification_question' })
  const props = { firstName: user.first_name, question, link: waitingPage(site) }
  await queueMail(tx, 'verification-question', { userId: user.id, email: user.email }, props)
}

const decline: Act = async (tx, site, actor, user, reason) => {
  await tx.updateTable('users').set({ verification_requested: false }).where('id', '=', user.id).execute()
  await writeDecision(tx, { userId: user.id, kind: 'declined', byId: actor.id, sentence: reason })
  await writeAudit(tx, { act: 'verification.declined', by: actor, subject: ['user', user.id] })
  await notify(tx, [user.id], { kind: 'verification_declined' })
  const props = { firstName: user.first_name, reason, link: waitingPage(site) }
  await queueMail(tx, 'verification-declined', { userId: user.id, email: user.email }, props)
}

const reopen: Act = async (tx, site, actor, user, sentence) => {
  await writeDecision(tx, { userId: user.id, kind: 'reopened', byId: actor.id, sentence })
  await writeAudit(tx, { act: 'verification.reopened', by: actor, subject: ['user', user.id] })
  await notify(tx, [user.id], { kind: 'verification_reopened' })
  const props = { firstName: user.first_name, link: waitingPage(site), ...(sentence && { sentence }) }
  await queueMail(tx, 'verification-reopened', { userId: user.id, email: user.email }, props)
}

/** Afterwards everything is as it was before: the person waits, and hears nothing. */
const undo: Act = async (tx, _site, actor, { id }) => {
  const verified = await findLastDecision(tx, id)
  if (!verified) throw new Error('an Undo without a decision is refused before')
  await tx.updateTable('users').set({ is_verified: false, verified_at: null, verified_by: null }).where('id', '=', id).execute()
  await writeDecision(tx, { userId: id, kind: 'undone', byId: actor.id, undoes: verified.id })
  await cancelVerifiedMail(tx, id)
  await tx.deleteFrom('notices').where('user_id', '=', id).where('kind', '=', 'verified').execute()
  await publishNoticeChange(tx, id)
  await writeAudit(tx, { act: 'verification.undone', by: actor, subject: ['user', id] })
}

const acts: Readonly<Record<Form['decision'], Act>> = {
  verified: verify,
  asked: askForMore,
  declined: decline,
  reopened: reopen,
  undone: undo,
}
