import type { BankFilePreview } from '#contract/bank-files.ts'
import type { BankLine } from '#contract/bank-lines.ts'
import type { Book, BookEntrySummary, BookForm } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'

const celeste = { _id: 'celeste', name: 'Celeste Laurent' }
const maya = { _id: 'me', name: 'Maya Sorensen' }

/** A book of three months as its treasurer reads it; tests override only what matters to them. */
export const sampleBook = (change: Partial<Book> = {}): Book => ({
  today: '2027-05-18',
  treasurer: celeste,
  months: [
    { month: '2027-03', state: 'closed', isReopened: false, inCents: 422_000, outCents: 69_329, waitsFor: [] },
    { month: '2027-04', state: 'agrees', isReopened: false, inCents: 422_000, outCents: 48_633, waitsFor: [] },
    {
      month: '2027-05',
      state: 'open',
      isReopened: false,
      inCents: 148_500,
      outCents: 55_500,
      waitsFor: ['The month can be closed after 31 May.'],
    },
  ],
  closedTo: '2027-03',
  accounts: [
    {
      _id: 'operating',
      name: 'Operating',
      purpose: 'operating',
      cashCents: 3_948_901,
      shownFrom: '2027-03-01',
      shownTo: '2027-05-17',
      unmatched: 2,
    },
  ],
  balances: [],
  cashCents: 3_948_901,
  freeCashCents: 3_536_901,
  floorCents: 1_500_000,
  depositsHeldCents: 412_000,
  heldByOthers: [],
  owed: [],
  suspenseCents: 0,
  emergency: { limitCents: 150_000, leftCents: 150_000, isOff: false },
  toRatify: [],
  next: { words: 'April 2027 agrees with the bank.', does: 'confirm', month: '2027-04', isMine: false },
  may: { book: true, openAccount: true, confirm: null },
  ...change,
})

export const sampleBookForm = (change: Partial<BookForm> = {}): BookForm => ({
  today: '2027-05-18',
  openFrom: '2027-04-01',
  accounts: [{ _id: 'operating', name: 'Operating', purpose: 'operating', cashCents: 3_948_901 }],
  motions: [
    {
      _id: 'roof',
      title: 'Renew the roof',
      category: 'repairs',
      payee: 'Summit Roofing',
      amountCents: 1_850_000,
      leftCents: 1_295_000,
      every: null,
      until: null,
      relatedMember: null,
      accounts: ['repairs', 'property'],
    },
  ],
  freeCashCents: 3_536_901,
  floorCents: 1_500_000,
  emergencyLeftCents: 150_000,
  owed: [],
  deposits: [],
  heldByOthers: [],
  suspenseCents: 0,
  loanCents: 0,
  members: [celeste, maya],
  ...change,
})

export const sampleEntry = (change: Partial<BookEntrySummary> = {}): BookEntrySummary => ({
  _id: 'e122',
  number: 122,
  kind: 'payment',
  day: '2027-05-15',
  belongsTo: null,
  recordedAt: '2027-05-15T16:12:00.000Z',
  payee: 'Summit Roofing',
  words: 'Deposit for the roof',
  accounts: 'Repairs',
  cashCents: -555_000,
  amountCents: 555_000,
  isReversal: false,
  isReversed: false,
  hasReceipt: true,
  isReceiptMissing: false,
  permission: 'motion',
  bank: 'shown',
  bookedBy: celeste,
  ...change,
})

export const sampleBankLine = (change: Partial<BankLine> = {}): BankLine => ({
  _id: 'line',
  bankAccountId: 'operating',
  day: '2027-05-09',
  amountCents: 310_000,
  text: 'ACH CREDIT ABBOTT FAMILY LLC ARC7Q4K10',
  payee: null,
  checkNumber: null,
  matchId: null,
  suggestions: [],
  ...change,
})

export const samplePreview = (change: Partial<BankFilePreview> = {}): BankFilePreview => ({
  problem: null,
  format: 'csv',
  findings: {
    encoding: 'utf-8',
    delimiter: ',',
    dateOrder: 'mdy',
    sign: 'as_written',
    signFrom: 'balances',
    columns: null,
    header: [],
  },
  accounts: [],
  account: null,
  from: '2027-05-01',
  to: '2027-05-17',
  daysAre: 'of_the_lines',
  sample: [{ writtenDay: '05/09/2027', day: '2027-05-09', amountCents: 310_000, text: 'ACH CREDIT ABBOTT', payee: null }],
  lines: 41,
  added: 12,
  known: 29,
  leftOut: { today: 0, pending: 0, zero: 0 },
  addedLines: [],
  before: { day: '2027-04-30', knownCents: 2_832_409, fileCents: 2_832_409 },
  closing: { day: '2027-05-17', amountCents: 3_948_901 },
  openingCents: 0,
  ...change,
})

/** A month that agrees and that the reader may confirm: without our figures. */
export const sampleMonth = (change: Partial<BookMonth> = {}): BookMonth => ({
  month: '2027-04',
  state: 'agrees',
  lastDay: '2027-04-30',
  accounts: [
    {
      _id: 'operating',
      name: 'Operating',
      bookCents: null,
      outstanding: [],
      outstandingCents: 0,
      expectedCents: null,
      bankCents: null,
      reasons: [],
      typedCents: null,
    },
  ],
  inCents: 422_000,
  outCents: 48_633,
  missingReceipts: [],
  suspense: { amountCents: 0, entries: [] },
  bankLines: [],
  confirmers: [maya],
  isHidden: true,
  mayConfirm: true,
  maySendBack: true,
  confirmRefusal: null,
  sentBack: [],
  closed: null,
  reopened: [],
  ...change,
})
