import { z } from 'zod'
import {
  type MotionFacts,
  mostCents,
  motionKinds,
  payeeLength,
  spendCategoryValues,
  spendPeriods,
  textLength,
  titleLength,
} from '#domain/motion-kinds.ts'
import { motionChoices, motionOutcomes } from '#domain/motions.ts'
import { stages } from '#domain/stages.ts'
import { longestReason } from '#domain/thread.ts'
import { motionRecordKinds, rules } from './deciding.ts'
import { id, reply, requiredText, text, when } from './reply.ts'

const cents = z
  .number('Please give an amount')
  .int('Please give whole cents')
  .min(0, 'Please give an amount')
  .max(mostCents, 'This amount is too large')
const someCents = cents.min(1, 'Please give an amount above zero')
const day = z.iso.date('Please give a day')
const member = text(100)

/** What a motion is about, by its kind. `relatedMember` has to be said: null means that the payee is related to no member. */
export const motionFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('general') }),
  z.object({ kind: z.literal('release') }),
  z.object({ kind: z.literal('wind_up') }),
  z.object({
    kind: z.literal('spend'),
    amountCents: someCents,
    category: z.enum(spendCategoryValues),
    repeats: z.object({ every: z.enum(spendPeriods), until: day }).nullable(),
    relatedMember: member.nullable(),
  }),
  z.object({ kind: z.literal('treasurer'), member }),
  z.object({ kind: z.literal('reserve'), floorCents: cents, emergencyCents: cents }),
  z.object({ kind: z.literal('rules'), rules }),
]) satisfies z.ZodType<MotionFacts>

/** `payee` is required for a spend. `supersedes` names an own motion that this one takes the place of. */
export const proposeMotionRequest = z.object({
  title: requiredText(titleLength, 'Please give it a title'),
  text: requiredText(textLength, 'Please say what is to be done'),
  facts: motionFacts,
  payee: text(payeeLength).trim().nullish(),
  closesAt: z.iso.datetime({ offset: true, error: 'Please give a date and time' }),
  supersedes: text(100).nullish(),
})

export const motionVoteRequest = z.object({ choice: z.enum(motionChoices), reason: text(longestReason).trim().nullish() })

const motionStanding = z
  .object({
    outcome: z.enum(motionOutcomes),
    /** How many arcs or members may vote; which of the two is counted is in the charter. */
    of: z.number(),
    voted: z.number(),
    yes: z.number(),
    no: z.number(),
    abstain: z.number(),
    /** From how many votes in favour it passes. */
    passesFrom: z.number(),
    missingInFavour: z.number(),
    missingVotes: z.number(),
    /** Arcs or members without a vote on it. */
    leftOut: z.number(),
    late: z.number(),
    words: z.string(),
  })
  .meta({ id: 'MotionStanding' })

const named = z.object({ _id: id, name: z.string() })

/** A motion in a list. */
export const motionSummary = z
  .object({
    _id: id,
    title: z.string(),
    facts: motionFacts,
    /** The facts in a few words. */
    factWords: z.string(),
    proposedBy: named,
    at: when,
    closesAt: when,
    /** When it closed or was withdrawn; null while it is open. */
    endedAt: when.nullable(),
    standing: motionStanding,
    countBy: z.enum(['arcs', 'people']),
    myVote: z.enum(motionChoices).nullable(),
    /** Whether the reader may vote now. */
    mayVote: z.boolean(),
    /** The motion that took its place. */
    followedBy: z.object({ _id: id, title: z.string() }).nullable(),
    /** After a no: from when the same motion may be proposed again. */
    mayComeAgainAt: when.nullable(),
  })
  .meta({ id: 'MotionSummary' })
export type MotionSummary = z.infer<typeof motionSummary>

const motionBallot = z.object({
  user: id,
  name: z.string(),
  arcs: z.number(),
  late: z.number(),
  choice: z.enum(motionChoices).nullable(),
  reason: z.string().nullable(),
  at: when.nullable(),
  /** Has no vote on this motion, because the proposer or the member named a conflict. */
  isLeftOut: z.boolean(),
  isOwner: z.boolean(),
})

export const motion = motionSummary
  .extend({
    text: z.string(),
    payee: z.string().nullable(),
    /** The member that the facts name. */
    member: named.nullable(),
    rule: z.object({
      words: z.string(),
      charterVersion: z.number(),
      moreThan: z.object({ parts: z.number(), of: z.number() }),
      quorum: z.number(),
    }),
    effect: z.string(),
    /** Every holder with their vote, those who have not voted included. */
    ballots: z.array(motionBallot),
    supersedes: z.object({ _id: id, title: z.string() }).nullable(),
    /** Until the first vote its proposer may change it. */
    mayChange: z.boolean(),
    mayWithdraw: z.boolean(),
    mayDeclareConflict: z.boolean(),
    posts: z.number(),
    /** What happened to it, oldest first. */
    record: z.array(z.object({ _id: id, kind: z.enum(motionRecordKinds), words: z.string(), at: when, by: z.string().nullable() })),
  })
  .meta({ id: 'Motion' })
export type Motion = z.infer<typeof motion>
export const motionReply = reply(motion)

export const motionQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).optional() })

/** Open motions by closing date; closed ones newest first, in pages. */
export const motionList = z.object({
  open: z.array(motionSummary),
  closed: z.array(motionSummary),
  closedTotal: z.number(),
  page: z.number(),
  pageSize: z.number(),
  /** The kinds that can be proposed in this stage; empty for readers who cannot propose. */
  kinds: z.array(z.enum(motionKinds)),
})
export type MotionList = z.infer<typeof motionList>
export const motionListReply = reply(motionList)

/** What the form for a new motion shows before sending. */
export const motionBasisReply = reply(
  z.object({
    charterVersion: z.number(),
    rules,
    holders: z.array(z.object({ _id: id, name: z.string(), arcs: z.number(), late: z.number() })),
    treasurer: named.nullable(),
    reserve: z.object({ floorCents: z.number(), emergencyCents: z.number() }),
    kinds: z.array(z.enum(motionKinds)),
    noticeSeconds: z.number(),
  }),
)

/** The stage line of a circle. */
export const stageReply = reply(
  z.object({
    stage: z.enum(stages),
    /** When each stage up to the present one began. */
    began: z.array(z.object({ stage: z.enum(stages), at: when })),
    sentence: z.object({ lead: z.string(), rest: z.string(), isOwnersTurn: z.boolean() }),
    owner: named.nullable(),
    openMotions: z.number(),
    /** Open motions that wait for the reader's vote. */
    waitingMotions: z.number(),
    hasMotions: z.boolean(),
  }),
)
export type StageLine = z.infer<typeof stageReply>['data']

/** The person's calendar address. Its secret is shown once, when it is made. */
export const calendarReply = reply(z.object({ link: z.string().nullable(), since: when.nullable() }))
