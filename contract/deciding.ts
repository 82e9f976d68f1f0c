import { z } from 'zod'
import { preferenceValues } from '#domain/choices.ts'
import { countByValues } from '#domain/counting.ts'
import { motionChoices } from '#domain/motions.ts'
import { motionOutcomes, outcomeStates, propertyOutcomes, quorumRange, thresholdRange } from '#domain/outcome.ts'
import { largestRecordPageSize } from '#domain/pages.ts'
import { longestReason } from '#domain/thread.ts'
import { id, idText, pageQuery, reply, text, when } from './reply.ts'

const percent = ({ min, max }: { min: number; max: number }) =>
  z
    .number(`Please use a number from ${min} to ${max}`)
    .int('Please use a whole number')
    .min(min, `Please use a number from ${min} to ${max}`)
    .max(max, `Please use a number from ${min} to ${max}`)

/** How a circle decides: votes to invest must exceed `threshold` percent, `quorum` percent must have voted. */
export const rules = z.object({
  countBy: z.enum(countByValues),
  threshold: percent(thresholdRange),
  quorum: percent(quorumRange),
  vetoBlocks: z.boolean(),
})

/** Absent fields stay unchanged. */
export const saveRulesRequest = rules.partial()

/** A circle's rules in plain words; `at` is null until someone has accepted or changed them. */
export const charter = z
  .object({
    version: z.number(),
    rules,
    clauses: z.array(z.object({ title: z.string(), text: z.string() })),
    at: when.nullable(),
  })
  .meta({ id: 'Charter' })
export type Charter = z.infer<typeof charter>
export const charterReply = reply(charter)

/** The version that the member has read. */
export const acceptCharterRequest = z.object({ version: z.number().int().min(1) })

/** Every version, newest first, and the one the reader last accepted. */
export const charterHistoryReply = reply(
  z.object({
    current: charter,
    versions: z.array(charter),
    accepted: z.object({ version: z.number(), at: when }).nullable(),
    /** A motion has set the rules, so the owner alone does not change them any more. */
    isSetByMotion: z.boolean(),
  }),
)

export const standing = z
  .object({
    state: z.enum(outcomeStates),
    /** The outcome by the rules; `open` and `passes` may still change. */
    outcome: z.enum(propertyOutcomes),
    /** Everything that could vote, in arcs or members, as the rules count. */
    of: z.number(),
    voted: z.number(),
    invest: z.number(),
    watchList: z.number(),
    veto: z.number(),
    /** How much more has to vote for it to pass; 0 once it does. */
    needed: z.number(),
    /** Arcs bought within the notice period before closing: they do not count. */
    late: z.number(),
    /** Left out because their holders are silent, in arcs or members. */
    silent: z.number(),
    words: z.string(),
  })
  .meta({ id: 'Standing' })

const preference = z.enum(preferenceValues)

/** A vote as members see it; `history` has its earlier values, oldest first. */
const reasonedVote = z.object({
  user: id,
  name: z.string(),
  arcs: z.number(),
  /** Bought too late to count; not among `arcs`. */
  late: z.number(),
  /** Does not count while its member is silent. */
  isSilent: z.boolean(),
  preference,
  reason: z.string().nullable(),
  at: when,
  isChanged: z.boolean(),
  history: z.array(z.object({ preference: preference.nullable(), reason: z.string().nullable(), at: when })),
})

const propertyChange = z.object({
  field: z.enum(['price', 'address', 'url']),
  before: z.string(),
  after: z.string(),
  at: when,
})

/** The state of the vote on a property, besides the specified tally. */
export const deciding = z
  .object({
    closesAt: when.nullable(),
    /** When a change of the property moved the closing date; null if it did not. */
    movedAt: when.nullable(),
    /** The closing date has passed: the outcome is final and votes are refused. */
    isClosed: z.boolean(),
    rule: z.string(),
    /** What the figures of `standing` count. */
    countBy: z.enum(countByValues),
    standing,
    /** With names and reasons: for members and administrators only. */
    votes: z.array(reasonedVote).optional(),
    /** What changed after the reader's own vote, oldest first; empty after voting again or without a vote. */
    changedSinceVote: z.array(propertyChange),
    posts: z.number(),
  })
  .meta({ id: 'Deciding' })
export type Deciding = z.infer<typeof deciding>

/** `null` removes the date; a date must be at least the notice period ahead. */
export const closingDate = z.iso.datetime({ offset: true, error: 'Please give a date and time' }).nullable()
export const closingRequest = z.object({ closesAt: closingDate })
export const decidingReply = reply(deciding)

/** The reason for a vote; absent keeps the reason of an unchanged vote, null or '' removes it. */
export const reason = text(longestReason).trim().nullish()

export const motionRecordKinds = [
  'motion_made',
  'motion_changed',
  'motion_locked',
  'motion_conflict',
  'motion_claim',
  'motion_claim_so',
  'motion_claim_not_so',
  'motion_withdrawn',
  'motion_lapsed',
  'motion_closed',
  'motion_ending_waits',
  'motion_ending_lapsed',
  'motion_ended_circle',
] as const
export const purchaseRecordKinds = ['buying_started', 'bought', 'given_up', 'sold'] as const
export const recordKinds = ['outcome', 'closed', 'closing_date', 'rules', ...purchaseRecordKinds, ...motionRecordKinds] as const
export const recordCauses = [
  'vote',
  'joined',
  'left',
  'removed',
  'terms',
  'closing_date',
  'rules',
  'motion',
  'silence',
  'acquisition',
  'handed_on',
] as const

/** One row of the decision record: what changed, by whom, by which rule, and everyone's vote at that moment. */
export const recordRow = z
  .object({
    _id: id,
    kind: z.enum(recordKinds),
    cause: z.enum(recordCauses),
    at: when,
    /** Null if only the closing date caused it. */
    by: z.string().nullable(),
    property: z.object({ _id: id, address: z.string(), price: z.number() }).nullable(),
    /** Of a motion; the title is empty once its words were erased. */
    motion: z.object({ _id: id, title: z.string() }).nullable(),
    closesAt: when.nullable(),
    rules: rules.extend({ version: z.number(), words: z.string() }),
    standing: standing.omit({ needed: true }).nullable(),
    /** The count of a closed motion. */
    motionCount: z
      .object({
        outcome: z.enum(motionOutcomes),
        of: z.number(),
        voted: z.number(),
        yes: z.number(),
        no: z.number(),
        abstain: z.number(),
        leftOut: z.number(),
        silent: z.number(),
        late: z.number(),
      })
      .nullable(),
    votes: z.array(
      z.object({
        name: z.string(),
        arcs: z.number(),
        preference: preference.nullable(),
        choice: z.enum(motionChoices).nullable(),
        isLeftOut: z.boolean(),
        isSilent: z.boolean(),
        reason: z.string().nullable(),
      }),
    ),
    /** The row in one sentence. */
    words: z.string(),
  })
  .meta({ id: 'RecordRow' })
export type RecordRow = z.infer<typeof recordRow>
export const recordQuery = z.object({
  property: idText.optional(),
  ...pageQuery(largestRecordPageSize),
  format: z.enum(['json', 'csv']).optional(),
})
export const recordReply = reply(z.object({ items: z.array(recordRow), total: z.number(), page: z.number(), pageSize: z.number() }))
