import { z } from 'zod'
import {
  distributionActs,
  formKinds,
  type MotionFacts,
  mostMotionDocuments,
  payeeLength,
  settlements,
  spendCategoryValues,
  spendPeriods,
  textLength,
  titleLength,
  whyLength,
} from '#domain/motion-kinds.ts'
import { motionChoices } from '#domain/motions.ts'
import { motionOutcomes } from '#domain/outcome.ts'
import { stages } from '#domain/stages.ts'
import { longestReason } from '#domain/thread.ts'
import { documentLink } from './acquisition.ts'
import { motionRecordKinds, rules } from './deciding.ts'
import { id, idText, readVersion, reply, requiredText, text, when } from './reply.ts'
import { day, monthText, named, someCents, zeroOrMore } from './values.ts'

const member = text(100)
const why = requiredText(whyLength, 'Please say why')

/** What can be proposed with the form. `relatedMember` has to be said: null means that payee or buyer is related to no member. */
const formFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('general') }),
  z.object({ kind: z.literal('release') }),
  z.object({ kind: z.literal('wind_up') }),
  z.object({
    kind: z.literal('spend'),
    amountCents: someCents,
    category: z.enum(spendCategoryValues),
    repeats: z.object({ every: z.enum(spendPeriods), until: day }).nullable(),
    relatedMember: member.nullable(),
    monthlyCents: someCents.nullish(),
  }),
  z.object({ kind: z.literal('treasurer'), member }),
  z.object({ kind: z.literal('reserve'), floorCents: zeroOrMore, emergencyCents: zeroOrMore }),
  z.object({ kind: z.literal('call'), amountCents: someCents, dueDay: day, why }),
  z.object({ kind: z.literal('rules'), rules }),
  z.object({ kind: z.literal('owner'), member }),
  z.object({ kind: z.literal('let_go'), member }),
  z.object({ kind: z.literal('give_up'), why }),
  z.object({ kind: z.literal('reopen'), month: monthText }),
  z.object({ kind: z.literal('sell'), leastPriceCents: someCents, relatedMember: member.nullable(), why }),
]) satisfies z.ZodType<MotionFacts>

/** What a motion is about, by its kind. */
export const motionFacts = z.discriminatedUnion('kind', [
  ...formFacts.options,
  z.object({
    kind: z.literal('distribute'),
    act: z.enum(distributionActs),
    distribution: id,
    amountCents: someCents,
    receiver: id.nullable(),
  }),
  z.object({ kind: z.literal('admit'), transfer: id, newcomer: id, without: z.array(id).readonly() }),
  z.object({ kind: z.literal('settle'), transfer: id, end: z.enum(settlements), without: z.array(id).readonly() }),
]) satisfies z.ZodType<MotionFacts>

/** `payee` is required for a loan; a spend without one is a budget. `supersedes` names an own motion that this one takes the place of. */
export const proposeMotionRequest = z.object({
  title: requiredText(titleLength, 'Please give it a title'),
  text: requiredText(textLength, 'Please say what is to be done'),
  facts: formFacts,
  payee: text(payeeLength).trim().nullish(),
  closesAt: z.iso.datetime({ offset: true, error: 'Please give a date and time' }),
  supersedes: text(100).nullish(),
  /** Versions of the circle's documents. Absent: none, or when a motion is changed those that it has. */
  documents: z.array(idText).max(mostMotionDocuments, `Please choose at most ${mostMotionDocuments} documents`).optional(),
})

/** Another person's id is refused. */
const user = idText.optional()
/** `version` is that of the motion which the voter has read; without it the vote counts for the motion as it stands. */
export const motionVoteRequest = z.object({
  user,
  choice: z.enum(motionChoices),
  reason: text(longestReason).trim().nullish(),
  version: readVersion,
})
/** The body may be missing. */
export const conflictRequest = z.object({ user, version: readVersion }).nullish()
/** Whether the payee is related to me, as the proposer claims. */
export const claimRequest = z.object({ user, isSo: z.boolean('Please say whether it is so'), version: readVersion })

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
    /** Left out because their holders are silent, in arcs or members. */
    silent: z.number(),
    late: z.number(),
    words: z.string(),
  })
  .meta({ id: 'MotionStanding' })

/** What the proposer says of another member, and what that member says. It takes nobody's vote; only the member's own word does. */
const claim = z.object({ member: named, isSo: z.boolean().nullable(), answeredAt: when.nullable() })

/** A motion in a list. */
export const motionSummary = z
  .object({
    _id: id,
    /** Starts with 1; each change of words, facts or closing date before the first vote adds 1. */
    version: z.number(),
    title: z.string(),
    facts: motionFacts,
    /** The facts in a few words. */
    factWords: z.string(),
    proposedBy: named,
    at: when,
    closesAt: when,
    /** When it closed, lapsed or was withdrawn; null while it is open. */
    endedAt: when.nullable(),
    standing: motionStanding,
    countBy: z.enum(['arcs', 'people']),
    myVote: z.enum(motionChoices).nullable(),
    /** Whether the reader may vote now. */
    mayVote: z.boolean(),
    /** The motion that took its place. */
    followedBy: z.object({ _id: id, title: z.string() }).nullable(),
    /** After a no, or a withdrawal after a vote: from when its proposer may propose the same motion again. Others may at any time. */
    mayComeAgainAt: when.nullable(),
    /** Why it ended without a result; null unless it lapsed. */
    lapsedBecause: z.string().nullable(),
    claim: claim.nullable(),
    /** Whether the claim is about the reader, who has not answered it. */
    mayAnswerClaim: z.boolean(),
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
  /** Has no vote on this motion, by their own word: they declared a conflict, or ask to be released. */
  isLeftOut: z.boolean(),
  /** Has been away for long: their arcs are left out until they come back. */
  isSilent: z.boolean(),
  isOwner: z.boolean(),
})

export const motion = motionSummary
  .extend({
    text: z.string(),
    /** Attached by its proposer before the first vote. */
    documents: z.array(documentLink.extend({ fileKey: z.string() })),
    /** Null for a budget and where none is named; empty once the name was erased. */
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
    /** Its proposer may change it until someone has voted, declared a conflict or answered the claim. */
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
  kinds: z.array(z.enum(formKinds)),
})
export type MotionList = z.infer<typeof motionList>
export const motionListReply = reply(motionList)

/** What the form for a new motion shows before sending. */
export const motionBasisReply = reply(
  z.object({
    charterVersion: z.number(),
    rules,
    stage: z.enum(stages),
    holders: z.array(
      z.object({ _id: id, name: z.string(), arcs: z.number(), late: z.number(), isSilent: z.boolean(), isOwner: z.boolean() }),
    ),
    /** Who could become the owner, and whom a motion may let go, by id. */
    fitOwners: z.array(id),
    letGo: z.array(id),
    /** Which months of the book could be opened again, newest first. */
    closedMonths: z.array(z.string()),
    /** Of `kinds` those that cannot be made now, with the reason in few words. */
    notNow: z.array(z.object({ kind: z.enum(formKinds), why: z.string() })),
    treasurer: named.nullable(),
    reserve: z.object({ floorCents: z.number(), emergencyCents: z.number() }),
    /** The kinds of the present stage. */
    kinds: z.array(z.enum(formKinds)),
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
    /** How far selling is, of a circle that owns; null before a motion to sell has passed. */
    selling: z.enum(['permitted', 'waits', 'sold']).nullable(),
  }),
)
export type StageLine = z.infer<typeof stageReply>['data']

/** The person's calendar address. Its secret is shown once, when it is made. */
export const calendarReply = reply(z.object({ link: z.string().nullable(), since: when.nullable() }))
