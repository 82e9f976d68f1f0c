import { z } from 'zod'
import { bookAccounts, costAccounts, moneyHolders } from '#domain/book-accounts.ts'
import { mostCents } from '#domain/motion-kinds.ts'
import { documentLink } from './acquisition.ts'
import { id, idText, pageQuery, reply, requiredText, text, when } from './reply.ts'

const day = z.iso.date('Please give a day')
const monthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please give a month')
const someCents = z
  .number('Please give an amount')
  .int('Please give whole cents')
  .min(1, 'Please give an amount above zero')
  .max(mostCents, 'This amount is too large')
const zeroOrMore = z
  .number('Please give an amount')
  .int('Please give whole cents')
  .min(0, 'Please give an amount')
  .max(mostCents, 'This amount is too large')
const signedCents = z.number('Please give an amount').int('Please give whole cents').min(-mostCents).max(mostCents)
const named = z.object({ _id: id, name: z.string() })

export const bookAccountKeys = Object.keys(bookAccounts) as [keyof typeof bookAccounts, ...(keyof typeof bookAccounts)[]]
const holderKeys = moneyHolders.map(({ value }) => value) as [
  (typeof moneyHolders)[number]['value'],
  ...(typeof moneyHolders)[number]['value'][],
]
export const bankPurposes = ['operating', 'deposits'] as const
export const monthStates = ['open', 'agrees', 'closed'] as const
/** By what a payment was allowed; `none`: the bank shows it, and nobody had permitted it. */
export const permissionKinds = ['motion', 'owed', 'deposit', 'loan', 'emergency', 'bank_fee', 'none'] as const
/** What made an entry. Others write entries too: calls, settlements, distributions. */
export const bookEntryKinds = [
  'payment',
  'income',
  'transfer',
  'outlay',
  'refund',
  'deposit',
  'loan_payment',
  'resolution',
  'opening',
  'reversal',
] as const

/** A motion with what may still be paid by it now; null for one that permits the loan’s agreed payments. */
export const permittingMotion = z
  .object({
    _id: id,
    title: z.string(),
    category: z.string(),
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
  inCents: z.number(),
  /** Money out, above zero. */
  outCents: z.number(),
  /** Why it does not agree yet, in sentences; empty when it agrees or is closed. */
  waitsFor: z.array(z.string()),
})

const bankAccount = z.object({
  _id: id,
  name: z.string(),
  purpose: z.enum(bankPurposes),
  /** By the book, as of now. */
  cashCents: z.number(),
  /** The bank’s balance at the end of `shownTo`; null while it gave none. */
  bankCents: z.number().nullable(),
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
  z.object({ entries: z.array(bookEntrySummary), total: z.number(), page: z.number(), pageSize: z.number() }),
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
    /** Whether the reader may reverse it now. */
    mayReverse: z.boolean(),
    /** Why not, for the treasurer. */
    reversalRefusal: z.string().nullable(),
    mayAddReceipt: z.boolean(),
  })
  .meta({ id: 'BookEntry' })
export type BookEntry = z.infer<typeof bookEntry>
export const bookEntryReply = reply(bookEntry)

/** After booking: the entry, and the motion that was opened to ratify it. */
export const bookedReply = reply(z.object({ entryId: id, number: z.number(), ratifyMotionId: id.nullable() }))

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

/** Money in suspense is found out: an entry without cash. Plus: it was money in. What is owed to or by the treasurer, another member says. */
export const resolveRequest = z.object({
  amountCents: signedCents.refine((cents) => cents !== 0, 'Please give an amount'),
  to: z.union([
    z.object({ account: z.enum(['rent', 'other_income', ...costAccounts]) }),
    z.object({ account: z.literal('owed'), person: idText }),
    z.object({ account: z.literal('held'), heldBy: z.enum(holderKeys) }),
    z.object({ account: z.literal('deposits_held'), tenant: text(120).trim().nullish() }),
  ]),
  motionId: idText.nullish(),
  words: requiredText(280, 'Please say what it was'),
  documentVersionId: idText.nullish(),
})

/** `bankLineId`: a payment that the bank shows as returned. */
export const reversalRequest = z.object({ words: requiredText(280, 'Please say why'), day: day.nullish(), bankLineId: idText.nullish() })
export const receiptRequest = z.object({ entryId: idText, documentVersionId: idText })

// Bank files

const columns = z.object({
  day: z.number().int().min(0).max(200),
  amount: z.number().int().min(0).max(200).nullable(),
  moneyIn: z.number().int().min(0).max(200).nullable(),
  moneyOut: z.number().int().min(0).max(200).nullable(),
  side: z.number().int().min(0).max(200).nullable(),
  balance: z.number().int().min(0).max(200).nullable(),
  text: z.array(z.number().int().min(0).max(200)).max(20),
  payee: z.number().int().min(0).max(200).nullable(),
  bankId: z.number().int().min(0).max(200).nullable(),
  checkNumber: z.number().int().min(0).max(200).nullable(),
  status: z.number().int().min(0).max(200).nullable(),
  account: z.number().int().min(0).max(200).nullable(),
  currency: z.number().int().min(0).max(200).nullable(),
})
const delimiters = [',', ';', '\t', '|'] as const
const dateOrders = ['ymd', 'mdy', 'dmy'] as const
const signs = ['as_written', 'flipped'] as const

/** The same body for a preview and an import. What is not chosen is as the last import of the account chose it. */
export const bankFileRequest = z.object({
  bankAccountId: idText,
  /** The file’s bytes, in base64. */
  content: z.base64('Please choose a file').min(1, 'Please choose a file'),
  /** Of a file with several accounts, counted from 0. */
  account: z.number().int().min(0).max(100).nullish(),
  choices: z
    .object({
      delimiter: z.enum(delimiters).optional(),
      dateOrder: z.enum(dateOrders).optional(),
      sign: z.enum(signs).optional(),
      columns: columns.partial().optional(),
      from: day.optional(),
      to: day.optional(),
    })
    .nullish(),
})
export type BankFileRequest = z.input<typeof bankFileRequest>

const shownLine = z.object({ day: z.string(), amountCents: z.number(), text: z.string(), payee: z.string().nullable() })

/** What is in the way of an import, in a sentence, with what the page needs to ask a question. */
const bankFileProblem = z.object({
  reason: z.string(),
  words: z.string(),
  /** Lines that the file should show, or may not bring. */
  lines: z.array(shownLine),
  /** A day that can be read in two ways. */
  ambiguousDay: z.object({ text: z.string(), monthFirst: z.string(), dayFirst: z.string() }).nullable(),
  /** The first rows, where it is not clear which column is what. */
  rows: z.array(z.array(z.string())),
})

export const bankFilePreview = z
  .object({
    /** Why it cannot be imported as it is; null if it can. */
    problem: bankFileProblem.nullable(),
    /** The rest is null or empty if the file cannot be read. */
    format: z.enum(['ofx1', 'ofx2', 'camt053', 'csv']).nullable(),
    findings: z
      .object({
        encoding: z.string(),
        delimiter: z.enum(delimiters).nullable(),
        dateOrder: z.enum(dateOrders),
        sign: z.enum(signs),
        /** `assumed`: ask whether money out is a minus. */
        signFrom: z.enum(['format', 'columns', 'balances', 'choice', 'assumed']),
        columns: columns.nullable(),
        header: z.array(z.string()),
      })
      .nullable(),
    /** The accounts of the file: which is read, if there are several, is chosen. */
    accounts: z.array(z.object({ numberEnd: z.string().nullable(), from: z.string(), to: z.string(), lines: z.number() })),
    account: z.number().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    daysAre: z.enum(['stated', 'chosen', 'of_the_lines']).nullable(),
    /** The first five lines, with the day as it is written in the file. */
    sample: z.array(shownLine.extend({ writtenDay: z.string() })),
    lines: z.number(),
    added: z.number(),
    known: z.number(),
    leftOut: z.object({ today: z.number(), pending: z.number(), zero: z.number() }),
    /** The first hundred lines that would be added. */
    addedLines: z.array(shownLine),
    /** The bank’s balance at the end of the day before the file, as known and as the file says. */
    before: z.object({ day: z.string(), knownCents: z.number().nullable(), fileCents: z.number().nullable() }).nullable(),
    closing: z.object({ day: z.string(), amountCents: z.number() }).nullable(),
    /** What would be booked into suspense, because the bank had it before its first day. */
    openingCents: z.number(),
  })
  .meta({ id: 'BankFilePreview' })
export type BankFilePreview = z.infer<typeof bankFilePreview>
export const bankFilePreviewReply = reply(bankFilePreview)

export const bankImportReply = reply(
  z.object({
    added: z.number(),
    known: z.number(),
    leftOut: z.object({ today: z.number(), pending: z.number(), zero: z.number() }),
    /** Booked into suspense. */
    openingCents: z.number(),
    shownFrom: z.string(),
    shownTo: z.string(),
    /** Lines of the account that are not matched. */
    unmatched: z.number(),
  }),
)

export const bankLinesQuery = z.object({
  state: z.enum(['unmatched', 'matched']).optional(),
  bankAccountId: idText.optional(),
  month: monthText.optional(),
  page: pageQuery().page,
})

const suggestion = z.object({
  kind: z.enum(['entry', 'call']),
  /** Of an entry: the cash line. */
  entryId: id.nullable(),
  position: z.number().nullable(),
  /** Of a call: whose part. */
  person: named.nullable(),
  callId: id.nullable(),
  label: z.string(),
  day: z.string().nullable(),
  amountCents: z.number(),
  /** "Reference ARC-7Q4K-03", "Same amount", "3 days apart". */
  reasons: z.array(z.string()),
})

export const bankLine = z
  .object({
    _id: id,
    bankAccountId: id,
    day: z.string(),
    amountCents: z.number(),
    /** The bank’s texts: null for who neither is treasurer nor closes the month. */
    text: z.string().nullable(),
    payee: z.string().nullable(),
    checkNumber: z.string().nullable(),
    matchId: id.nullable(),
    /** What it probably is, the most probable first. For the treasurer, of unmatched lines. */
    suggestions: z.array(suggestion),
  })
  .meta({ id: 'BankLine' })
export type BankLine = z.infer<typeof bankLine>

const cashLine = z.object({
  entryId: id,
  position: z.number(),
  number: z.number(),
  bankAccountId: id,
  day: z.string(),
  amountCents: z.number(),
  payee: z.string(),
  words: z.string(),
})
/** Oldest day first. `outstanding`: cash lines of the book that no bank line shows. */
export const bankLinesReply = reply(
  z.object({
    lines: z.array(bankLine),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
    outstanding: z.array(cashLine),
    maySeeTexts: z.boolean(),
    mayMatch: z.boolean(),
  }),
)
export type BankLines = z.infer<typeof bankLinesReply>['data']

/** Bank lines and cash lines of one account with equal sums; without bank lines the cash lines sum to 0. */
export const matchRequest = z.object({
  bankLineIds: z.array(idText).max(200),
  cashLines: z
    .array(z.object({ entryId: idText, position: z.number().int().min(1).max(1000) }))
    .min(1, 'Choose what belongs together.')
    .max(200),
})
export const matchReply = reply(z.object({ matchId: id }))
/** The bank line is what this member pays in. Their open parts are filled from the oldest call and the lowest arc. */
export const matchContributionRequest = z.object({ bankLineId: idText, person: idText, callId: idText.nullish() })

// Closing a month

const monthLine = z.object({
  entryId: id.nullable(),
  number: z.number().nullable(),
  day: z.string(),
  amountCents: z.number(),
  payee: z.string(),
  days: z.number(),
  /** Older than 60 days. */
  isOld: z.boolean(),
})

export const bookMonth = z
  .object({
    month: z.string(),
    state: z.enum(monthStates),
    lastDay: z.string(),
    accounts: z.array(
      z.object({
        _id: id,
        name: z.string(),
        /** Null for who is to type the balance of the bank’s own statement first. */
        bookCents: z.number().nullable(),
        outstanding: z.array(monthLine),
        outstandingCents: z.number(),
        /** What the bank has to have: book less outstanding. */
        expectedCents: z.number().nullable(),
        bankCents: z.number().nullable(),
        /** What keeps it from closing, in sentences. */
        reasons: z.array(z.object({ reason: z.string(), words: z.string() })),
        /** Of a closed month: the balance that was typed. */
        typedCents: z.number().nullable(),
      }),
    ),
    inCents: z.number(),
    outCents: z.number(),
    missingReceipts: z.array(bookEntrySummary),
    /** What waits in suspense at the end of the month. */
    suspense: z.object({ amountCents: z.number(), entries: z.array(bookEntrySummary) }),
    /** For the treasurer and who may confirm: the bank’s lines of the month with their texts. */
    bankLines: z.array(bankLine.omit({ suggestions: true })),
    /** Who may confirm it: members who had no part in it. */
    confirmers: z.array(named),
    /** Whether our figures are hidden until the reader has typed the bank’s. */
    isHidden: z.boolean(),
    mayConfirm: z.boolean(),
    maySendBack: z.boolean(),
    /** Why the reader may not confirm it. */
    confirmRefusal: z.string().nullable(),
    /** The last time it was sent back, newest first. */
    sentBack: z.array(z.object({ by: named, words: z.string(), at: when })),
    closed: z.object({ by: named, at: when }).nullable(),
  })
  .meta({ id: 'BookMonth' })
export type BookMonth = z.infer<typeof bookMonth>
export const bookMonthReply = reply(bookMonth)

/** The balance of each bank account at the end of the month, as the bank’s own statement says. */
export const confirmMonthRequest = z.object({
  balances: z
    .array(z.object({ bankAccountId: idText, typedCents: signedCents }))
    .min(1, 'Please type the balances')
    .max(50),
})
export const sendBackRequest = z.object({ words: requiredText(500, 'Please say what is not right') })
