import { z } from 'zod'
import { costAccounts } from '#domain/book-accounts.ts'
import { documentLink } from './acquisition.ts'
import { bankPurposes, bookAccountKeys, holderKeys } from './book-values.ts'
import { id, idText, reply, requiredText, text, when } from './reply.ts'
import { day, monthText, named, signedCents, someCents, zeroOrMore } from './values.ts'

export const openAccountRequest = z.object({ name: requiredText(60, 'Please name the account'), purpose: z.enum(bankPurposes) })
export const accountReply = reply(z.object({ _id: id }))

/** With `bankLineId` the entry gets the bank’s day and is matched with that line at once; the amounts have to be equal. */
const cashBooking = {
  bankAccountId: idText,
  /** Required without `bankLineId`. */
  day: day.nullish(),
  amountCents: someCents,
  bankLineId: idText.nullish(),
  words: text(280).trim().nullish(),
  documentVersionId: idText.nullish(),
  /** The month that a late bill concerns. */
  belongsTo: monthText.nullish(),
}
const payee = text(120).trim().nullish()

/** Between two own accounts, or from someone who holds money of the circle to an own account. */
export const transferRequest = z.object({
  from: z.union([z.object({ bankAccountId: idText }), z.object({ heldBy: z.enum(holderKeys) })]),
  toBankAccountId: idText,
  day: day.nullish(),
  amountCents: someCents,
  /** A line of either account. */
  bankLineId: idText.nullish(),
  words: text(280).trim().nullish(),
  documentVersionId: idText.nullish(),
})

/**
 * A cost that is paid or to be paid, or money that goes back to a person. A cost names its motion, or falls under the emergency limit. With a
 * line of the bank it is booked whatever permits it; without a permission a motion to ratify opens. `bank_fee` needs a line of the bank.
 */
export const paymentRequest = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('cost'),
    ...cashBooking,
    account: z.enum(costAccounts),
    motionId: idText.nullish(),
    payee,
    /** The member to whom the payee is related; null: to none. Has to be said. */
    relatedMember: idText.nullable(),
  }),
  /** What someone who holds money of the circle paid of it or keeps: it is spent, and no cash moves. */
  z.object({
    what: z.literal('held'),
    heldBy: z.enum(holderKeys),
    day,
    amountCents: someCents,
    account: z.enum(costAccounts),
    motionId: idText.nullish(),
    payee,
    relatedMember: idText.nullable(),
    words: text(280).trim().nullish(),
    documentVersionId: idText.nullish(),
    belongsTo: monthText.nullish(),
  }),
  /** All that a member owes of calls and does not pay: by a motion that says that it concerns them, the others bear it. */
  z.object({
    what: z.literal('unpaid'),
    person: idText,
    motionId: idText,
    words: text(280).trim().nullish(),
    documentVersionId: idText.nullish(),
  }),
  /** Names the distribution that it pays, if it could be another. */
  z.object({ what: z.literal('owed'), ...cashBooking, person: idText, distributionId: idText.nullish() }),
  z.object({ what: z.literal('bank_fee'), ...cashBooking, bankLineId: idText }),
  /** Not known yet what the bank paid for. */
  z.object({
    what: z.literal('suspense'),
    ...cashBooking,
    bankLineId: idText,
    payee,
    words: requiredText(280, 'Please say what is known of it'),
  }),
])

export const incomeRequest = z.discriminatedUnion('what', [
  z.object({ what: z.enum(['rent', 'other_income']), ...cashBooking, payee }),
  /** Someone pays what they owe the circle. */
  z.object({ what: z.literal('owed'), ...cashBooking, person: idText }),
  z.object({ what: z.literal('suspense'), ...cashBooking, payee, words: requiredText(280, 'Please say what is known of it') }),
])

/** A member paid a stranger’s bill: they are owed it. The treasurer’s own outlay waits for another member’s word. */
export const outlayRequest = z.object({
  person: idText,
  account: z.enum(costAccounts),
  amountCents: someCents,
  day,
  payee: requiredText(120, 'Please say who was paid'),
  words: text(280).trim().nullish(),
  /** The stranger’s receipt. */
  documentVersionId: idText,
  motionId: idText.nullish(),
  relatedMember: idText.nullable(),
  belongsTo: monthText.nullish(),
})
/** `entryId` is null while the outlay waits for another member’s word. */
export const outlayReply = reply(z.object({ entryId: id.nullable(), outlayId: id.nullable(), ratifyMotionId: id.nullable() }))
export const outlay = z.object({
  _id: id,
  person: named,
  account: z.enum(bookAccountKeys),
  amountCents: z.number(),
  day: z.string(),
  payee: z.string(),
  words: z.string(),
  document: documentLink.nullable(),
  at: when,
  mayConfirm: z.boolean(),
  mayWithdraw: z.boolean(),
})
/** Outlays of the treasurer that wait for another member’s word. */
export const outlaysReply = reply(z.array(outlay))

/** Money that comes back of a payment: less on the same accounts, given back to its motion. */
export const refundRequest = z.object({ ...cashBooking, entryId: idText })

export const depositRequest = z.object({
  what: z.enum(['taken', 'given_back', 'kept']),
  tenant: text(120).trim().nullish(),
  ...cashBooking,
  /** Not of a deposit kept, which moves no cash. */
  bankAccountId: idText.nullish(),
})

/** As the lender’s statement says; the parts sum to what is paid. */
export const loanPaymentRequest = z.object({
  bankAccountId: idText,
  day: day.nullish(),
  bankLineId: idText.nullish(),
  interestCents: zeroOrMore,
  principalCents: zeroOrMore,
  /** Into the lender’s reserve for tax and insurance. */
  reserveCents: zeroOrMore,
  lender: payee,
  words: text(280).trim().nullish(),
  documentVersionId: idText.nullish(),
})

/** Money in suspense is found out: an entry without cash. Plus: it was money in. What is owed to or by the treasurer, or is their part, another member says. */
export const resolveRequest = z.object({
  amountCents: signedCents.refine((cents) => cents !== 0, 'Please give an amount'),
  to: z.union([
    z.object({ account: z.enum(['rent', 'other_income', ...costAccounts]) }),
    z.object({ account: z.literal('owed'), person: idText }),
    /** What a member paid in: it fills their open parts, the rest is kept for them. */
    z.object({ account: z.literal('capital'), person: idText }),
    /** Principal that was paid. */
    z.object({ account: z.literal('loan'), lender: payee }),
    z.object({ account: z.literal('held'), heldBy: z.enum(holderKeys) }),
    z.object({ account: z.literal('deposits_held'), tenant: text(120).trim().nullish() }),
  ]),
  motionId: idText.nullish(),
  /** Whom it was paid to, as the motion says or, of a budget, as the paper says. */
  payee,
  words: requiredText(280, 'Please say what it was'),
  documentVersionId: idText.nullish(),
})

/** `bankLineId`: a payment that the bank shows as returned. */
export const reversalRequest = z.object({ words: requiredText(280, 'Please say why'), day: day.nullish(), bankLineId: idText.nullish() })
export const receiptRequest = z.object({ entryId: idText, documentVersionId: idText })
