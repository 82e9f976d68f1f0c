import { z } from 'zod'
import { partStates } from '#domain/calls.ts'
import { whyLength } from '#domain/motion-kinds.ts'
import { senderLength } from '#domain/payment-words.ts'
import { documentLink } from './acquisition.ts'
import { id, idText, reply, requiredText, text, when } from './reply.ts'
import { day, named, someCents } from './values.ts'

/** A purchase call. Further calls are opened by a motion. */
export const openCallRequest = z.object({
  amountCents: someCents,
  dueDay: day,
  why: requiredText(whyLength, 'Please say why'),
})

/** Money that was paid. Without a payer it is the caller's own; without an account of the circle it went to the title company. */
export const contributionRequest = z.object({
  payer: idText.nullish(),
  /** The call that it is for; null before any call. It fills the oldest open parts either way. */
  callId: idText.nullish(),
  bankAccountId: idText.nullish(),
  amountCents: someCents,
  day,
  /** The paper that shows it, of the title company or the bank. Required: without one only a line of the bank counts. */
  documentVersionId: idText.nullish(),
  /** Who sent it, if not the member. */
  sender: text(senderLength).trim().nullish(),
})
export type NewContribution = z.infer<typeof contributionRequest>

/** The bank has taken a payment back that counted. */
export const returnedRequest = z.object({ day })

/** Money kept for someone that was sent back to them. */
export const paidBackRequest = z.object({ receiver: idText, bankAccountId: idText.nullish(), amountCents: someCents, day })
export type NewPaidBack = z.infer<typeof paidBackRequest>

/** What one holder is asked and has paid, in one call or in several. */
export const callShare = z
  .object({
    user: named,
    arcs: z.array(z.number()),
    askedCents: z.number(),
    paidCents: z.number(),
    openCents: z.number(),
    state: z.enum(partStates),
    /** "Not yet", "Late by 4 days". */
    stateWords: z.string(),
    /** The day of the last payment that counts. */
    paidOn: z.string().nullable(),
    /** What they write on the bank transfer; null for several calls together. */
    reference: z.string().nullable(),
    /** Paid too much or before a call: kept for the next one or paid back. */
    keptCents: z.number(),
  })
  .meta({ id: 'CallShare' })
export type CallShare = z.infer<typeof callShare>

export const callSummary = z
  .object({
    _id: id,
    /** 1, 2, 3 … within the circle. */
    number: z.number(),
    kind: z.enum(['purchase', 'further']),
    amountCents: z.number(),
    paidCents: z.number(),
    openCents: z.number(),
    dueDay: z.string(),
    openedAt: when,
    /** `over`: its purchase was given up, so nobody is asked any more. */
    state: z.enum(['open', 'complete', 'over']),
    why: z.string(),
    motion: z.object({ _id: id, title: z.string(), passedAt: when.nullable() }).nullable(),
    /** The reader's open part. */
    myOpenCents: z.number(),
  })
  .meta({ id: 'CallSummary' })
export type CallSummary = z.infer<typeof callSummary>

export const contributionStates = ['waiting', 'counted', 'returning', 'returned', 'withdrawn'] as const

/** A payment that was recorded. It counts once as many members as needed have said that they have seen it. */
export const contribution = z
  .object({
    _id: id,
    payer: named,
    amountCents: z.number(),
    day: z.string(),
    /** The account of the circle; null for the title company. */
    bankAccount: named.nullable(),
    callId: id.nullable(),
    document: documentLink.nullable(),
    sender: z.string().nullable(),
    recordedBy: named,
    recordedAt: when,
    state: z.enum(contributionStates),
    words: z.array(named.extend({ at: when })),
    wordsNeeded: z.number(),
    mayConfirm: z.boolean(),
    mayWithdraw: z.boolean(),
    /** Whether the reader can record that the bank took it back. */
    mayReturn: z.boolean(),
  })
  .meta({ id: 'Contribution' })
export type Contribution = z.infer<typeof contribution>

/** Money sent back to a member, until it is confirmed. */
export const paidBack = z
  .object({
    _id: id,
    receiver: named,
    amountCents: z.number(),
    day: z.string(),
    bankAccount: named.nullable(),
    recordedBy: named,
    mayConfirm: z.boolean(),
    mayWithdraw: z.boolean(),
  })
  .meta({ id: 'PaidBack' })
export type PaidBack = z.infer<typeof paidBack>

/** What the forms about money start from. */
const desk = z.object({
  /** Today, in the zone of the circle's property. */
  today: z.string(),
  mayOpen: z.boolean(),
  /** What purchase calls may still ask, and the least that one asks. */
  leftToCallCents: z.number(),
  leastCallCents: z.number(),
  /** Whether the reader is the owner or the treasurer, who record for others. */
  mayRecordForOthers: z.boolean(),
  members: z.array(named),
  bankAccounts: z.array(named),
  /** Whether money can be paid in: while buying or owning. */
  mayRecord: z.boolean(),
})

export const callList = z
  .object({
    /** Newest first. */
    calls: z.array(callSummary),
    /** All calls of the purchase together, one row per holder in the order of arcs; null without one. */
    purchase: z.object({ calledCents: z.number(), paidCents: z.number(), shares: z.array(callShare) }).nullable(),
    /** What the reader owes now, in all calls. */
    mine: z.object({
      openCents: z.number(),
      keptCents: z.number(),
      isOverdue: z.boolean(),
      /** The oldest call that the reader has not paid. */
      next: z.object({ callId: id, number: z.number(), dueDay: z.string(), reference: z.string() }).nullable(),
    }),
    waiting: z.array(contribution),
    paidBacks: z.array(paidBack),
    desk,
  })
  .meta({ id: 'CallList' })
export type CallList = z.infer<typeof callList>
export const callListReply = reply(callList)

export const call = callSummary
  .extend({
    /** One for each arc, in their order. */
    parts: z.array(z.object({ arc: z.number(), askedCents: z.number(), paidCents: z.number() })),
    shares: z.array(callShare),
    mine: callShare.nullable(),
    /** Where to pay: an account of the circle, or the title company while buying. */
    contributions: z.array(contribution),
    paidBacks: z.array(paidBack),
    /** Members who have not paid, and whether the reader can remind them now. */
    mayRemind: z.boolean(),
    remindedAt: when.nullable(),
    desk,
  })
  .meta({ id: 'Call' })
export type Call = z.infer<typeof call>
export const callReply = reply(call)

/** For every call that asks the reader for money: the dashboard. */
export const owingReply = reply(
  z.array(
    z.object({
      circle: z.object({ _id: id, title: z.string() }),
      callId: id,
      number: z.number(),
      openCents: z.number(),
      dueDay: z.string(),
      isOverdue: z.boolean(),
    }),
  ),
)
export type Owing = z.infer<typeof owingReply>['data']
