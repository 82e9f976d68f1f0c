import { sql } from 'kysely'
import type { z } from 'zod'
import { type FieldProblem, Refusal } from '#contract/errors.ts'
import type { proposeMotionRequest } from '#contract/motions.ts'
import { calendarDayOf, type Zone } from '#domain/dates.ts'
import { decideProposal, motionClosingProblem } from '#domain/motions.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireNothingOwed } from '#server/shared/book/owed.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { hashOfFacts, openMotion, requireFewOpen } from '#server/shared/deciding/open-motion.ts'
import { findRefusedAt, refusedLately } from '#server/shared/deciding/refused-lately.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { readWaitingEnding } from '#server/shared/endings/wind-up.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { findMotion, lockAsMember, type MotionPlace } from './find-motion.ts'
import { readPossible } from './possible-motions.ts'
import { endMotion } from './withdraw-motion.ts'

export type Proposal = z.infer<typeof proposeMotionRequest>
export type Proposing = Site & { readonly noticeSeconds: number }

function fieldProblems({ facts, payee, closesAt }: Proposal, now: number, noticeSeconds: number, zone: Zone): FieldProblem[] {
  const closing = motionClosingProblem(new Date(closesAt).getTime(), now, noticeSeconds)
  const isDueBeforeOpen = facts.kind === 'call' && facts.dueDay <= calendarDayOf(new Date(closesAt), zone)
  const today = calendarDayOf(new Date(now), zone)
  return [
    ...(closing ? [{ field: 'closesAt', message: closing }] : []),
    ...(facts.kind === 'spend' && facts.category === 'loan' && !payee ? [{ field: 'payee', message: 'Please name the lender' }] : []),
    ...(facts.kind === 'spend' && facts.repeats && facts.repeats.until <= today
      ? [{ field: 'facts.repeats.until', message: 'Choose a day in the future' }]
      : []),
    ...(isDueBeforeOpen ? [{ field: 'facts.dueDay', message: 'Choose a day after voting closes' }] : []),
    ...(facts.kind === 'spend' && facts.category === 'loan' && facts.repeats
      ? [{ field: 'facts.repeats', message: 'A loan has a single amount: what may be borrowed in all' }]
      : []),
    ...(facts.kind === 'spend' && facts.category !== 'loan' && facts.monthlyCents
      ? [{ field: 'facts.monthlyCents', message: 'Only a loan has agreed payments' }]
      : []),
  ]
}

/** Checks a proposal under the lock. Returns what is stored of it. */
export async function checkProposal(
  tx: Tx,
  actor: Actor,
  circleId: string,
  proposal: Proposal,
  { isOwner, noticeSeconds }: { readonly isOwner: boolean; readonly noticeSeconds: number },
) {
  const { facts, title, payee } = proposal
  const now = (await readDatabaseClock(tx)).getTime()
  const fields = fieldProblems(proposal, now, noticeSeconds, actor.zone)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const hash = hashOfFacts(facts, { title, payee: payee ?? null }, actor.id)
  const charter = await readCurrentCharter(tx, circleId)
  const refusedAt = await findRefusedAt(tx, actor.id, { circleId, noticeSeconds }, sql<boolean>`motions.facts_hash = ${hash}`)
  const stage = await readStage(tx, circleId)
  const possible = await readPossible(tx, circleId, stage, noticeSeconds)
  const decision = decideProposal(facts, {
    ...possible,
    stage,
    isOwner,
    treasurer: await readTreasurer(tx, circleId),
    rules: charter.rules,
    isRefusedLately: refusedAt !== null,
  })
  if (!decision.ok) {
    if (decision.reason === 'motion_refused_lately' && refusedAt) throw refusedLately(refusedAt, noticeSeconds, actor)
    throw new Refusal(decision.reason)
  }
  const needsNothingOwed = facts.kind === 'release' || facts.kind === 'let_go' || (facts.kind === 'wind_up' && stage === 'deciding')
  if (needsNothingOwed) await requireNothingOwed(tx, circleId)
  if (facts.kind === 'wind_up' && (await readWaitingEnding(tx, circleId))) throw new Refusal('ending_waits')
  const closesAt = new Date(proposal.closesAt)
  return { hash, charter, closesAt, heldBefore: new Date(closesAt.getTime() - noticeSeconds * 1_000) }
}

/** The versions to attach, each of this circle. */
export async function checkDocuments(tx: Tx, circleId: string, wanted: readonly string[]): Promise<string[]> {
  const versions: string[] = []
  for (const versionId of wanted) versions.push((await requireDocumentVersion(tx, circleId, versionId)).versionId)
  return [...new Set(versions)]
}

/** An own open motion that the new one replaces is withdrawn; votes do not carry over. */
async function replaceMotion(tx: Tx, actor: Actor, { circleId, motionId }: MotionPlace, site: Pick<Site, 'publicUrl'>): Promise<string> {
  const old = await findMotion(tx, { circleId, motionId })
  const follower = await tx.selectFrom('motions').select('id').where('supersedes', '=', old.id).executeTakeFirst()
  if (old.proposed_by !== actor.id || old.outcome !== null || follower) throw new Refusal('motion_not_replaceable')
  if (old.withdrawn_at === null) await endMotion(tx, actor, old, site)
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
  const supersedes = proposal.supersedes ? await replaceMotion(tx, actor, { circleId, motionId: proposal.supersedes }, { publicUrl }) : null
  const { charter, closesAt } = await checkProposal(tx, actor, circleId, proposal, { isOwner, noticeSeconds })
  await requireFewOpen(tx, circleId, actor.id)
  const { facts, title, text } = proposal
  return openMotion(tx, actor, {
    circleId,
    facts,
    title,
    text,
    payee: proposal.payee || null,
    closesAt,
    noticeSeconds,
    publicUrl,
    supersedes,
    documents: await checkDocuments(tx, circleId, proposal.documents ?? []),
    charter,
  })
}
