import { z } from 'zod'
import { distributionActs, payeeLength } from '#domain/motion-kinds.ts'
import { distributionStates, noteLength, payoutWordsLength } from '#domain/payouts.ts'
import { id, idText, reply, requiredText, text, when } from './reply.ts'
import { day, named, someCents } from './values.ts'

export const draftRequest = z.object({ amountCents: someCents, note: text(noteLength).trim().nullish() })
export type Draft = z.infer<typeof draftRequest>

const closesAt = z.iso.datetime({ offset: true, error: 'Please give a moment' })
export const proposeDistributionRequest = z.object({ closesAt })
export const proposeReversalRequest = z.object({ closesAt, why: requiredText(noteLength, 'Please say why') })
/** To give a third party what could not be paid to this person for 90 days. */
export const proposeDepositRequest = z.object({
  closesAt,
  receiver: idText,
  payee: requiredText(payeeLength, 'Please name the third party'),
  why: requiredText(noteLength, 'Please say why it could not be paid'),
})

/** What is owed to this person was paid: counts once they have said so. */
export const markPaidRequest = z.object({
  receiver: idText,
  bankAccountId: idText,
  day,
  words: requiredText(payoutWordsLength, 'Please say how it was paid'),
})
/** What is owed to this person was deposited, as a passed motion permits. The paper is a document of the circle. */
export const depositedRequest = z.object({
  motionId: idText,
  bankAccountId: idText,
  day,
  documentVersionId: idText,
})

const motionLink = z.object({
  _id: id,
  title: z.string(),
  closesAt: when,
  state: z.enum(['open', 'passed', 'did_not_pass', 'withdrawn', 'lapsed']),
  /** "6 of 12 arcs voted; needs 3 more to say yes"; null once it has ended. */
  standing: z.string().nullable(),
})

const distributionPart = z.object({
  arc: z.number(),
  /** Who receives it; null while it waits for the end of a transfer. */
  receiver: named.nullable(),
  amountCents: z.number(),
  setOffCents: z.number(),
  owedCents: z.number(),
})

const payoutMark = z.object({
  _id: id,
  amountCents: z.number(),
  day: z.string(),
  words: z.string(),
  markedBy: named,
  /** Whether it is the reader who is asked to confirm it. */
  mayConfirm: z.boolean(),
  mayWithdraw: z.boolean(),
})

const receiverRow = z.object({
  user: named,
  arcs: z.array(z.number()),
  amountCents: z.number(),
  /** How it is reckoned: `1 × $302.14 + 3 × $302.13`. */
  reckoned: z.string(),
  /** Settled with unpaid parts of calls. */
  setOffCents: z.number(),
  owedCents: z.number(),
  paidCents: z.number(),
  openCents: z.number(),
  /** The day of the last payment. */
  paidOn: z.string().nullable(),
  /** With which third party it was deposited. */
  depositedWith: z.string().nullable(),
  mark: payoutMark.nullable(),
  /** A passed motion by which it may be deposited now. */
  depositMotionId: id.nullable(),
  mayProposeDeposit: z.boolean(),
})

export const distributionSummary = z
  .object({
    _id: id,
    amountCents: z.number(),
    note: z.string(),
    state: z.enum(distributionStates),
    draftedBy: named,
    draftedAt: when,
    /** The day of its entry in the book. */
    postedOn: z.string().nullable(),
    paidCents: z.number(),
    /** What is owed and not paid yet; parts that wait for a transfer are not in it. */
    openCents: z.number(),
    /** What the reader receives, set-off included; null if nothing. */
    mineCents: z.number().nullable(),
    /** The arcs with a cent more than the others; empty if none. */
    oddArcs: z.array(z.number()),
    /** How many arcs it was divided among. */
    arcs: z.number(),
  })
  .meta({ id: 'DistributionSummary' })
export type DistributionSummary = z.infer<typeof distributionSummary>

/** What decides whether an amount can be paid out now, for the treasurer's form. */
const distributionDesk = z.object({
  freeCashCents: z.number(),
  floorCents: z.number(),
  /** The largest amount that leaves free cash at the floor. */
  mostCents: z.number(),
  lastCents: z.number().nullable(),
  arcs: z.array(
    z.object({
      arc: z.number(),
      holder: named,
      /** Null while a transfer of it hangs. */
      receiver: named.nullable(),
      declaredCents: z.number(),
      openParts: z.array(z.object({ call: z.number(), arc: z.number(), openCents: z.number() })),
    }),
  ),
  bankAccounts: z.array(named.extend({ cashCents: z.number() })),
})

export const distributionList = z
  .object({
    circle: named,
    today: z.string(),
    /** Newest first. Drafts are in it for the treasurer only. */
    distributions: z.array(distributionSummary),
    mayDraft: z.boolean(),
    /** For members; null for former ones. */
    desk: distributionDesk.nullable(),
  })
  .meta({ id: 'DistributionList' })
export type DistributionList = z.infer<typeof distributionList>
export const distributionListReply = reply(distributionList)

export const distribution = distributionSummary
  .extend({
    circle: named,
    today: z.string(),
    motion: motionLink.nullable(),
    /** Until when a passed one waits for cash. */
    waitsUntil: when.nullable(),
    /** Why it, or its reversal, had no effect. */
    lapsed: z.string().nullable(),
    reversedAt: when.nullable(),
    parts: z.array(distributionPart),
    receivers: z.array(receiverRow),
    entries: z.array(z.object({ _id: id, number: z.number() })),
    /** Further motions about it: reversals and deposits. */
    motions: z.array(motionLink.extend({ act: z.enum(distributionActs) })),
    /** Other distributions that stand, oldest first, with the arcs that had a cent more. */
    oddCents: z.array(z.object({ _id: id, day: z.string(), amountCents: z.number(), oddArcs: z.array(z.number()) })),
    desk: distributionDesk.nullable(),
    may: z.object({
      change: z.boolean(),
      propose: z.boolean(),
      proposeReversal: z.boolean(),
      markPaid: z.boolean(),
    }),
    /** From when what is unpaid may be deposited. */
    depositFrom: when.nullable(),
  })
  .meta({ id: 'Distribution' })
export type Distribution = z.infer<typeof distribution>
export const distributionReply = reply(distribution)
