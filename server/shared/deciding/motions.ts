import { sql } from 'kysely'
import { type CountBy, type CountingRule, moreThan, percentOf } from '#domain/counting.ts'
import type { MotionFacts, MotionKind } from '#domain/motion-kinds.ts'
import { motionRule } from '#domain/motion-rule.ts'
import { countMotion, type MotionChoice, type MotionStanding, namedMember } from '#domain/motions.ts'
import type { MotionOutcome } from '#domain/outcome.ts'
import { type Holding as Held, stageOf } from '#domain/stages.ts'
import { type Holding, holdersAt } from '#domain/weights.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { rulesOf } from './charters.ts'
import type { Subject } from './mail-members.ts'

type ClaimAnswer = { readonly isSo: boolean; readonly at: string }
type CastMotionVote = { readonly id: string; readonly user: string; readonly choice: MotionChoice; readonly at: string }

/**
 * Motions with their words, the rules by which they are counted, the votes in force and what ended them. Leaving the circle takes one's
 * votes back: those from before a member's present membership are not in force.
 */
export const selectMotions = (db: Database | Tx, circleId: string) =>
  db
    .selectFrom('motions')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('charters', (join) =>
      join.onRef('charters.circle_id', '=', 'motions.circle_id').onRef('charters.version', '=', 'motions.charter_version'),
    )
    .leftJoin('motion_closings', 'motion_closings.motion_id', 'motions.id')
    .leftJoin('motion_withdrawals', 'motion_withdrawals.motion_id', 'motions.id')
    .leftJoin('decision_record as counted', 'counted.id', 'motion_closings.record_id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .selectAll('motions')
    .select(['motion_texts.title', 'motion_texts.body', 'motion_texts.payee', 'motion_texts.payee_hash'])
    .select(['motion_texts.why', 'motion_texts.documents'])
    // By which rule it was counted, once it has closed.
    .select(['counted.count_by as counted_by', 'counted.needs_parts', 'counted.needs_of'])
    .select(['charters.count_by', 'charters.threshold', 'charters.quorum', 'charters.veto_blocks'])
    .select([
      'motion_closings.outcome',
      'motion_closings.record_id',
      'motion_closings.at as closed_at',
      'motion_withdrawals.at as withdrawn_at',
      'motion_withdrawals.lapsed_because',
    ])
    .select([
      sql<boolean>`motions.closes_at <= clock_timestamp()`.as('isDue'),
      sql<Held | null>`circles.holding`.as('holding'),
      sql<boolean>`circles.ended_at is not null`.as('isEnded'),
      sql<CastMotionVote[]>`(select coalesce(json_agg(vote), '[]') from (
        select distinct on (user_id) id, user_id as user, choice, at from motion_votes
        where motion_votes.motion_id = motions.id and not exists (select from memberships
          where memberships.circle_id = motions.circle_id and memberships.user_id = motion_votes.user_id
            and memberships.ended_at is null and memberships.created_at > motion_votes.at)
        order by user_id, at desc, id desc) as vote)`.as('votes'),
      // Also by people who have left.
      sql<boolean>`exists (select from motion_votes where motion_votes.motion_id = motions.id)`.as('isVotedOn'),
      // A word on the motion is about its text and facts, so it locks them. The proposer's own word comes with the motion.
      sql<boolean>`is_motion_fixed(motions.id)`.as('isLocked'),
      sql<string[]>`(select coalesce(json_agg(user_id), '[]') from (
        select user_id::text from motion_conflicts where motion_conflicts.motion_id = motions.id
        union select motions.facts ->> 'member' where motions.kind = 'let_go'
        union select jsonb_array_elements_text(motions.facts -> 'without')) as without_vote)`.as('conflicted'),
      sql<ClaimAnswer | null>`(select json_build_object('isSo', is_so, 'at', at) from motion_claim_answers
        where motion_claim_answers.motion_id = motions.id)`.as('claimAnswer'),
    ])
    .where('motions.circle_id', '=', circleId)

export type MotionRow = Awaited<ReturnType<ReturnType<typeof selectMotions>['executeTakeFirstOrThrow']>>

/** Neither withdrawn nor closed. A due motion is open until `closeDue` has closed it. */
export const selectOpenMotions = (db: Database | Tx, circleId: string) =>
  selectMotions(db, circleId).where('motion_closings.motion_id', 'is', null).where('motion_withdrawals.motion_id', 'is', null)

export const subjectOf = ({ id, circle_id, title }: MotionRow): Subject => ({
  circleId: circle_id,
  propertyId: null,
  motionId: id,
  name: title,
})

/** Reasons may name people, so they are stored with the words. */
export const storedFacts = (facts: MotionFacts): string => {
  const { why: _, ...stored } = { why: null, ...facts }
  return JSON.stringify(stored)
}
export const whyOf = (facts: MotionFacts): string | null => ('why' in facts ? facts.why : null)

export const factsOf = (row: Pick<MotionRow, 'facts' | 'kind' | 'why'>): MotionFacts => {
  const facts = row.facts as unknown as MotionFacts
  return row.kind === 'call' || row.kind === 'give_up' || row.kind === 'sell' ? ({ ...facts, why: row.why ?? '' } as MotionFacts) : facts
}

/** Motions are made from `deciding` on; which of the later stages it is, decides how they are counted. */
export const stageOfMotion = ({ holding, isEnded }: Pick<MotionRow, 'holding' | 'isEnded'>) =>
  stageOf({ isEnded, holding, arcs: 1, freeArcs: 0 })

/** That by which it was counted, or by which it would be now: the stage may change while a motion is open. */
export function ruleOf(row: MotionRow): CountingRule {
  const rule = motionRule(row.kind as MotionKind, { rules: rulesOf(row), stage: stageOfMotion(row), member: namedMember(factsOf(row)) })
  if (row.counted_by === null || row.needs_parts === null || row.needs_of === null) return rule
  return {
    ...rule,
    countBy: row.counted_by as CountBy,
    moreThan: { parts: row.needs_parts, of: row.needs_of },
    quorum: percentOf(row.quorum),
  }
}

export const isOpen = (row: MotionRow): boolean => row.outcome === null && row.withdrawn_at === null && !row.isDue

/** The standing of a motion that has no stored result yet. */
export const countOpenMotion = (row: MotionRow, holdings: readonly Holding[], isClosed: boolean): MotionStanding =>
  countMotion(ruleOf(row), holdersAt(holdings, row.held_before.getTime()), row.votes, row.conflicted, isClosed)

type Stored = {
  readonly count_by: string
  readonly held: number | null
  readonly voted: number | null
  readonly yes: number | null
  readonly no: number | null
  readonly abstain: number | null
  readonly late: number | null
  readonly left_out: number | null
  readonly silent: number | null
  readonly passes_from: number | null
  readonly needs_parts: number | null
  readonly needs_of: number | null
  readonly outcome: string | null
}

/** The stored result of a closed motion, as figures. */
export const storedMotionCount = (row: Stored) => ({
  outcome: (row.outcome ?? 'did_not_pass') as MotionOutcome,
  countBy: row.count_by as CountBy,
  of: row.held ?? 0,
  voted: row.voted ?? 0,
  by: { yes: row.yes ?? 0, no: row.no ?? 0, abstain: row.abstain ?? 0 },
  late: row.late ?? 0,
  leftOut: row.left_out ?? 0,
  silent: row.silent ?? 0,
  // Results of earlier versions have only the fraction.
  passesFrom: row.passes_from ?? moreThan({ parts: row.needs_parts ?? 1, of: row.needs_of ?? 2 }, row.held ?? 0),
})
