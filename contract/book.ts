import { z } from 'zod'
import { documentLink } from './acquisition.ts'
import { bankPurposes, bookAccountKeys, holderKeys, monthStates, permissionKinds } from './book-values.ts'
import { id, pageQuery, reply, when } from './reply.ts'
import { monthText, named } from './values.ts'

/** A motion with what may still be paid by it now; null for one that permits the loan’s agreed payments. */
export const permittingMotion = z
  .object({
    _id: id,
    title: z.string(),
    category: z.string(),
    /** Null for a budget, to any payee; empty once the name was erased: it has to be given, and is known again. */
    payee: z.string().nullable(),
    amountCents: z.number(),
    leftCents: z.number().nullable(),
    every: z.enum(['month', 'year']).nullable(),
    until: z.string().nullable(),
    relatedMember: named.nullable(),
    /** The accounts under which it permits payments. */
    accounts: z.array(z.enum(bookAccountKeys)),
  })
  .meta({ id: 'PermittingMotion' })
export type PermittingMotion = z.infer<typeof permittingMotion>

const monthOfStrip = z.object({
  month: z.string(),
  state: z.enum(monthStates),
  /** Whether it was closed and a motion opened it again. */
  isReopened: z.boolean(),
  inCents: z.number(),
  /** Money out, above zero. */
  outCents: z.number(),
  /** Of both, what came from members, and went to them. */
  fromMembersCents: z.number(),
  toMembersCents: z.number(),
  /** Why it does not agree yet, in sentences; empty when it agrees or is closed. */
  waitsFor: z.array(z.string()),
})

/** A reversal of what another member confirmed, until it is confirmed too. */
export const waitingReversal = z
  .object({
    _id: id,
    /** The entry that is to be reversed. */
    entryId: id,
    number: z.number(),
    amountCents: z.number(),
    askedBy: named,
    words: z.string(),
    at: when,
    mayConfirm: z.boolean(),
    mayWithdraw: z.boolean(),
  })
  .meta({ id: 'WaitingReversal' })
export type WaitingReversal = z.infer<typeof waitingReversal>

const bankAccount = z.object({
  _id: id,
  name: z.string(),
  purpose: z.enum(bankPurposes),
  /** By the book, as of now. */
  cashCents: z.number(),
  /** The days that the bank’s files have shown. */
  shownFrom: z.string().nullable(),
  shownTo: z.string().nullable(),
  /** Lines of the bank that are not matched. */
  unmatched: z.number(),
})

/** What to do next, and the page where it is done. */
const nextStep = z.object({
  words: z.string(),
  does: z.enum(['import', 'match', 'confirm', 'agree', 'nothing']),
  month: z.string().nullable(),
  /** Whether it is the reader who can do it. */
  isMine: z.boolean(),
})

export const book = z
  .object({
    /** In the property’s zone. */
    today: z.string(),
    treasurer: named.nullable(),
    /** From the first month with an entry to the present one. */
    months: z.array(monthOfStrip),
    /** The last closed month; null before the first. */
    closedTo: z.string().nullable(),
    accounts: z.array(bankAccount),
    /** Every account that is not at 0, in the order of the chart; plus is into it. */
    balances: z.array(z.object({ account: z.enum(bookAccountKeys), label: z.string(), amountCents: z.number() })),
    cashCents: z.number(),
    /** Cash less deposits held and what is owed to persons. */
    freeCashCents: z.number(),
    floorCents: z.number(),
    depositsHeldCents: z.number(),
    heldByOthers: z.array(z.object({ heldBy: z.enum(holderKeys), label: z.string(), amountCents: z.number() })),
    /** What the circle owes each person; below zero: they owe it. */
    owed: z.array(named.extend({ owedCents: z.number() })),
    suspenseCents: z.number(),
    emergency: z.object({
      limitCents: z.number(),
      /** Of the present calendar month. */
      leftCents: z.number(),
      /** A motion to ratify has failed: 0 until a reserve or treasurer motion passes. */
      isOff: z.boolean(),
    }),
    /** Payments that wait for a motion to ratify. */
    toRatify: z.array(z.object({ entryId: id, motionId: id, title: z.string() })),
    reversals: z.array(waitingReversal),
    next: nextStep,
    may: z.object({
      /** Book, add bank files, match: the treasurer. */
      book: z.boolean(),
      openAccount: z.boolean(),
      /** The month that the reader may confirm now. */
      confirm: z.string().nullable(),
    }),
  })
  .meta({ id: 'Book' })
export type Book = z.infer<typeof book>
export const bookReply = reply(book)

/** What the forms offer. */
export const bookFormReply = reply(
  z.object({
    today: z.string(),
    /** The first day that is not in a closed month; null if none is closed. */
    openFrom: z.string().nullable(),
    accounts: z.array(z.object({ _id: id, name: z.string(), purpose: z.enum(bankPurposes), cashCents: z.number() })),
    /** Also those of which nothing is left. */
    motions: z.array(permittingMotion),
    freeCashCents: z.number(),
    floorCents: z.number(),
    emergencyLeftCents: z.number(),
    owed: z.array(named.extend({ owedCents: z.number() })),
    deposits: z.array(z.object({ tenant: z.string(), heldCents: z.number() })),
    heldByOthers: z.array(z.object({ heldBy: z.enum(holderKeys), amountCents: z.number() })),
    suspenseCents: z.number(),
    loanCents: z.number(),
    members: z.array(named),
  }),
)
export type BookForm = z.infer<typeof bookFormReply>['data']

export const bookEntrySummary = z
  .object({
    _id: id,
    number: z.number(),
    kind: z.string(),
    /** The business day; of cash the bank’s. */
    day: z.string(),
    /** Another month that a late bill concerns. */
    belongsTo: z.string().nullable(),
    recordedAt: when,
    payee: z.string(),
    words: z.string(),
    /** The accounts but cash: "Repairs", "Interest, Loan, Held by others". */
    accounts: z.string(),
    /** Cash in (+) and out (−); 0 for an entry without cash or between own accounts. */
    cashCents: z.number(),
    /** The sum of its debits. */
    amountCents: z.number(),
    isReversal: z.boolean(),
    isReversed: z.boolean(),
    hasReceipt: z.boolean(),
    /** A payment whose receipt is missing. */
    isReceiptMissing: z.boolean(),
    /** By what it was allowed; null for what needs no permission. */
    permission: z.enum(permissionKinds).nullable(),
    /** Whether the bank has shown its cash; null without cash. */
    bank: z.enum(['shown', 'outstanding']).nullable(),
    bookedBy: named,
  })
  .meta({ id: 'BookEntrySummary' })
export type BookEntrySummary = z.infer<typeof bookEntrySummary>

export const entriesQuery = z.object({ month: monthText.optional(), page: pageQuery().page })
/** Newest day first. */
export const entriesReply = reply(
  z.object({
    /** Each with all cash of the circle after it. */
    entries: z.array(bookEntrySummary.extend({ cashAfterCents: z.number() })),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
  }),
)
export type BookEntries = z.infer<typeof entriesReply>['data']

const link = z.object({ _id: id, number: z.number(), day: z.string() })

export const bookEntry = bookEntrySummary
  .extend({
    lines: z.array(
      z.object({
        position: z.number(),
        account: z.enum(bookAccountKeys),
        /** "Cash, Operating", "Owed, Ann Lee", "Members’ capital, arc 3". */
        label: z.string(),
        who: z.string().nullable(),
        amountCents: z.number(),
        bankAccountId: id.nullable(),
        matchId: id.nullable(),
      }),
    ),
    reverses: link.nullable(),
    reversedBy: link.nullable(),
    /** The motion that permits it, with what is left of it now. */
    motion: permittingMotion.nullable(),
    /** The motion that is to ratify it. */
    ratify: z.object({ _id: id, title: z.string(), state: z.enum(['open', 'passed', 'failed']) }).nullable(),
    documents: z.array(documentLink),
    /** Bank lines that show it, without the bank’s texts. */
    matches: z.array(
      z.object({
        _id: id,
        matchedBy: named,
        at: when,
        bankLines: z.array(z.object({ _id: id, day: z.string(), amountCents: z.number() })),
        mayTakeBack: z.boolean(),
      }),
    ),
    /** Whether the reader may book that a part of it, or a further one, came back. */
    mayRefund: z.boolean(),
    /** Whether the reader may reverse it now. */
    mayReverse: z.boolean(),
    /** Why not, for the treasurer; with `mayReverse`, why only against a line of the bank. */
    reversalRefusal: z.string().nullable(),
    /** Whether its reversal waits for the word of another, unless a line of the bank shows it. */
    reversalNeedsWord: z.boolean(),
    waitingReversal: waitingReversal.nullable(),
    mayAddReceipt: z.boolean(),
  })
  .meta({ id: 'BookEntry' })
export type BookEntry = z.infer<typeof bookEntry>
export const bookEntryReply = reply(bookEntry)

/** After booking: the entry, and the motion that was opened to ratify it. */
export const bookedReply = reply(z.object({ entryId: id, number: z.number(), ratifyMotionId: id.nullable() }))

/** After a reversal; `entryId` is null while it waits for a word. */
export const reversedReply = reply(
  z.object({ entryId: id.nullable(), number: z.number().nullable(), ratifyMotionId: id.nullable(), reversalId: id.nullable() }),
)
