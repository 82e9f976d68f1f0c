import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type FieldProblem, Refusal, refusals } from '#contract/errors.ts'
import type { proposeMotionRequest } from '#contract/motions.ts'
import { type MotionFacts, mostOpenMotions, sameMotionDays } from '#domain/motion-kinds.ts'
import { comeAgainWords, decideProposal, hasWeight, motionClosingProblem, motionKey, type ProposalFacts } from '#domain/motions.ts'
import { holdersAt } from '#domain/weights.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readCurrentCharter, writeCharter } from '#server/shared/decisions/charters.ts'
import { writeMotionRecord } from '#server/shared/decisions/write-record.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import type { Site } from '#server/shared/motions/close-due.ts'
import { mailsAbout } from '#server/shared/motions/mail-members.ts'
import { ruleOf, selectMotions, selectOpenMotions } from '#server/shared/motions/motions.ts'
import { readTreasurer } from '#server/shared/motions/treasurer.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { findMotion, lockAsMember } from './find-motion.ts'
import { endMotion } from './withdraw-motion.ts'

export type Proposal = z.infer<typeof proposeMotionRequest>
export type Proposing = Site & { readonly noticeSeconds: number }

const factsHash = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The database's clock, because closing uses it too. */
async function readDatabaseClock(tx: Tx): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  return (rows[0]?.now ?? new Date()).getTime()
}

function fieldProblems({ facts, payee, closesAt }: Proposal, now: number, noticeSeconds: number): FieldProblem[] {
  const closing = motionClosingProblem(new Date(closesAt).getTime(), now, noticeSeconds)
  const today = new Date(now).toISOString().slice(0, 10)
  return [
    ...(closing ? [{ field: 'closesAt', message: closing }] : []),
    ...(facts.kind === 'spend' && !payee ? [{ field: 'payee', message: 'Please say who is to be paid' }] : []),
    ...(facts.kind === 'spend' && facts.repeats && facts.repeats.until <= today
      ? [{ field: 'facts.repeats.until', message: 'Choose a day in the future' }]
      : []),
  ]
}

type Same = { readonly same: ProposalFacts['same']; readonly refusedAt: Date | null }

/** Whether the same motion is open, or was closed with a no within the last 90 days of notice. */
async function findSame(tx: Tx, circleId: string, hash: string, noticeSeconds: number, except?: string): Promise<Same> {
  const same = selectMotions(tx, circleId).where('motions.facts_hash', '=', hash)
  const others = except ? same.where('motions.id', '!=', except) : same
  if (await others.where('motion_closings.motion_id', 'is', null).where('motion_withdrawals.motion_id', 'is', null).executeTakeFirst())
    return { same: 'open', refusedAt: null }
  const refused = await others
    .where('motion_closings.outcome', '!=', 'passed')
    .where('motion_closings.at', '>', sql<Date>`clock_timestamp() - ${sameMotionDays * noticeSeconds} * interval '1 second'`)
    .orderBy('motion_closings.at', 'desc')
    .executeTakeFirst()
  return { same: refused ? 'refused_lately' : null, refusedAt: refused?.closed_at ?? null }
}

/** Checks a proposal under the lock. Returns what is stored of it. */
export async function checkProposal(
  tx: Tx,
  actor: Actor,
  circleId: string,
  proposal: Proposal,
  { isOwner, noticeSeconds, except }: { readonly isOwner: boolean; readonly noticeSeconds: number; readonly except?: string },
) {
  const { facts, title, payee } = proposal
  const now = await readDatabaseClock(tx)
  const fields = fieldProblems(proposal, now, noticeSeconds)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const hash = factsHash(motionKey(facts, { title, payee: payee ?? null }, actor.id))
  const charter = await readCurrentCharter(tx, circleId)
  const { same, refusedAt } = await findSame(tx, circleId, hash, noticeSeconds, except)
  const decision = decideProposal(facts, {
    stage: await readStage(tx, circleId),
    isOwner,
    members: (await readHoldings(tx, circleId)).map(({ user }) => user),
    treasurer: await readTreasurer(tx, circleId),
    rules: charter.rules,
    same,
  })
  if (!decision.ok) {
    const isTooSoon = decision.reason === 'motion_refused_lately' && refusedAt !== null
    const error = isTooSoon ? `${refusals.motion_refused_lately.error} ${comeAgainWords(refusedAt.getTime(), noticeSeconds)}` : undefined
    throw new Refusal(decision.reason, error ? { error } : {})
  }
  const closesAt = new Date(proposal.closesAt)
  return { hash, charter, closesAt, heldBefore: new Date(closesAt.getTime() - noticeSeconds * 1_000) }
}

/** Who has no vote on the motion from the beginning. */
export const conflictedBy = (facts: MotionFacts, proposer: string): string | null => {
  if (facts.kind === 'release') return proposer
  return facts.kind === 'spend' ? facts.relatedMember : null
}

/** An own open motion that the new one replaces is withdrawn; votes do not carry over. */
async function replaceMotion(tx: Tx, actor: Actor, circleId: string, motionId: string): Promise<string> {
  const old = await findMotion(tx, { circleId, motionId })
  const follower = await tx.selectFrom('motions').select('id').where('supersedes', '=', old.id).executeTakeFirst()
  if (old.proposed_by !== actor.id || old.outcome !== null || follower) throw new Refusal('motion_not_replaceable')
  if (old.withdrawn_at === null) await endMotion(tx, actor, old)
  return old.id
}

export async function proposeMotion(
  tx: Tx,
  actor: Actor,
  circleId: string,
  proposal: Proposal,
  { publicUrl, noticeSeconds }: Proposing,
): Promise<string> {
  const { isOwner } = await lockAsMember(tx, circleId, actor, { publicUrl })
  const supersedes = proposal.supersedes ? await replaceMotion(tx, actor, circleId, proposal.supersedes) : null
  const { hash, charter, closesAt, heldBefore } = await checkProposal(tx, actor, circleId, proposal, { isOwner, noticeSeconds })
  const open = await selectOpenMotions(tx, circleId)
    .where('motions.proposed_by', '=', actor.id)
    .clearSelect()
    .select(sql<number>`count(*)`.as('open'))
    .executeTakeFirstOrThrow()
  if (open.open >= mostOpenMotions) throw new Refusal('too_many_motions')
  // The default version, which nobody has accepted yet, is stored, because the motion is counted by it.
  if (charter.at === null) await writeCharter(tx, circleId, charter, null)
  const id = newId()
  const { facts, title, text, payee } = proposal
  await tx
    .insertInto('motions')
    .values({
      id,
      circle_id: circleId,
      kind: facts.kind,
      proposed_by: actor.id,
      charter_version: charter.version,
      facts: JSON.stringify(facts),
      facts_hash: hash,
      closes_at: closesAt,
      held_before: heldBefore,
      supersedes,
    })
    .execute()
  await tx
    .insertInto('motion_texts')
    .values({ motion_id: id, title, body: text, payee: facts.kind === 'spend' ? (payee ?? null) : null })
    .execute()
  const conflicted = conflictedBy(facts, actor.id)
  if (conflicted && isId(conflicted)) {
    await tx.insertInto('motion_conflicts').values({ motion_id: id, user_id: conflicted, declared_by: actor.id }).execute()
  }
  const motion = await findMotion(tx, { circleId, motionId: id })
  await writeMotionRecord(tx, { id: newId(), motion, kind: 'motion_made', actorId: actor.id }, null)
  await writeAudit(tx, { act: 'motion.proposed', by: actor, subject: ['motion', id], facts: { circle: circleId, kind: facts.kind } })
  const voters = holdersAt(await readHoldings(tx, circleId), null)
    .filter((holder) => hasWeight(ruleOf(motion), holder))
    .map(({ user }) => user)
    .filter((user) => user !== actor.id && user !== conflicted)
  await notify(tx, voters, { kind: 'new_motion', circleId, motionId: id })
  for (const { to, words } of await mailsAbout(tx, motion, voters, publicUrl))
    await queueMail(tx, 'motion-asks', to, { ...words, closesAt: closesAt.toISOString() })
  await publishCircleChange(tx, circleId, 'motions')
  return id
}
