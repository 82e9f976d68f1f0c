import { sql } from 'kysely'
import type { CountBy, CountingRule } from '#domain/counting.ts'
import { type MotionFacts, type MotionKind, motionRule } from '#domain/motion-kinds.ts'
import { countMotion, type MotionChoice, type MotionStanding } from '#domain/motions.ts'
import type { MotionOutcome } from '#domain/outcome.ts'
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
    .selectAll('motions')
    .select(['motion_texts.title', 'motion_texts.body', 'motion_texts.payee'])
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
      sql<string[]>`(select coalesce(json_agg(user_id), '[]') from motion_conflicts where motion_conflicts.motion_id = motions.id)`.as(
        'conflicted',
      ),
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

export const factsOf = (row: Pick<MotionRow, 'facts'>): MotionFacts => row.facts as unknown as MotionFacts

export const ruleOf = (row: MotionRow): CountingRule => motionRule(row.kind as MotionKind, rulesOf(row))

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
})
