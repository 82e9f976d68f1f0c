import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { MotionChoice } from '#domain/motions.ts'
import type { Tx } from '#server/db/connect.ts'
import { factsOf } from '#server/shared/deciding/motions.ts'
import { iso, maySee, titleFor } from './export-visible.ts'

const motionTitleFor = (userId: string) => sql<string | null>`case when ${maySee(userId)} then motion_texts.title end`.as('motion_title')

const readMotions = (tx: Tx, userId: string) =>
  tx
    .selectFrom('motions')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .leftJoin('motion_withdrawals', 'motion_withdrawals.motion_id', 'motions.id')
    .select(['motions.id', 'motions.circle_id', titleFor(userId), 'motions.kind', 'motions.facts', 'motions.closes_at', 'motions.at'])
    .select([
      'motion_texts.title as motion_title',
      'motion_texts.body',
      'motion_texts.payee',
      'motion_texts.why',
      'motion_withdrawals.at as withdrawn_at',
    ])
    .where('motions.proposed_by', '=', userId)
    .orderBy('motions.id')
    .execute()

const readMotionVotes = (tx: Tx, userId: string) =>
  tx
    .selectFrom('motion_votes')
    .innerJoin('motions', 'motions.id', 'motion_votes.motion_id')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .leftJoin('motion_vote_reasons', 'motion_vote_reasons.vote_id', 'motion_votes.id')
    .select(['motions.id', 'motions.circle_id', titleFor(userId), motionTitleFor(userId)])
    .select(['motion_votes.choice', 'motion_vote_reasons.reason', 'motion_votes.at'])
    .where('motion_votes.user_id', '=', userId)
    .orderBy('motion_votes.at')
    .execute()

const readMotionConflicts = (tx: Tx, userId: string) =>
  tx
    .selectFrom('motion_conflicts')
    .innerJoin('motions', 'motions.id', 'motion_conflicts.motion_id')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .select(['motions.id', 'motions.circle_id', titleFor(userId), motionTitleFor(userId)])
    .select(['motion_conflicts.declared_by', 'motion_conflicts.at'])
    .where('motion_conflicts.user_id', '=', userId)
    .orderBy('motion_conflicts.at')
    .execute()

const readClaimAnswers = (tx: Tx, userId: string) =>
  tx
    .selectFrom('motion_claim_answers')
    .innerJoin('motions', 'motions.id', 'motion_claim_answers.motion_id')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .select(['motions.id', 'motions.circle_id', titleFor(userId), motionTitleFor(userId)])
    .select(['motion_claim_answers.is_so', 'motion_claim_answers.at'])
    .where('motion_claim_answers.user_id', '=', userId)
    .orderBy('motion_claim_answers.at')
    .execute()

type MotionData = Pick<Export, 'motions' | 'motionVotes' | 'motionClaims' | 'motionConflicts'>

/** Motions that the person made, their votes on motions, what they answered to claims, and where they had no vote. */
export const readMotionData = async (tx: Tx, userId: string): Promise<MotionData> => ({
  motions: (await readMotions(tx, userId)).map((row) => ({
    _id: row.id,
    circle: row.circle_id,
    circleTitle: row.title,
    facts: factsOf(row),
    title: row.motion_title,
    text: row.body,
    payee: row.payee,
    closesAt: row.closes_at.toISOString(),
    at: row.at.toISOString(),
    withdrawnAt: iso(row.withdrawn_at),
  })),
  motionVotes: (await readMotionVotes(tx, userId)).map((row) => ({
    motion: row.id,
    title: row.motion_title,
    circle: row.circle_id,
    circleTitle: row.title,
    choice: row.choice as MotionChoice,
    reason: row.reason,
    at: row.at.toISOString(),
  })),
  motionClaims: (await readClaimAnswers(tx, userId)).map((row) => ({
    motion: row.id,
    title: row.motion_title,
    circle: row.circle_id,
    circleTitle: row.title,
    isSo: row.is_so,
    at: row.at.toISOString(),
  })),
  motionConflicts: (await readMotionConflicts(tx, userId)).map((row) => ({
    motion: row.id,
    title: row.motion_title,
    circle: row.circle_id,
    circleTitle: row.title,
    isOwnWord: row.declared_by === userId,
    at: row.at.toISOString(),
  })),
})
