import type { Cents } from './money.ts'

/**
 * The whole life of a circle of four arcs, January to April 2027, for tests: every entry, and what must follow from them. Target $100,000.
 * Ann holds arcs 1 and 2, Ben 3 (treasurer), Cy 4, which Dee takes over. Plus is into an account, minus out of it.
 * Amounts are written in cents, with `_` where the point stands.
 */
export type ExamplePerson = 'Ann' | 'Ben' | 'Cy' | 'Dee'
export type ExampleArc = 1 | 2 | 3 | 4

/** What is after the colon says which bank account, who holds the money, who is owed, or which arc. */
export type ExampleAccount =
  | 'cash:operating'
  | 'cash:deposits'
  | 'held:title'
  | 'held:lender'
  | 'property'
  | 'loan'
  | 'deposits_held'
  | `owed:${ExamplePerson}`
  | `capital:${ExampleArc}`
  | `paid_out:${ExampleArc}`
  | 'rent'
  | 'other_income'
  | 'interest'
  | 'tax'
  | 'insurance'
  | 'repairs'
  | 'loan_costs'
  | 'other_costs'
  | 'sale'

export type ExampleLine = { readonly account: ExampleAccount; readonly amountCents: Cents }

export type ExampleEntry = {
  readonly no: number
  readonly day: string
  readonly what: string
  readonly lines: readonly ExampleLine[]
  readonly reverses?: number
  readonly checkNumber?: string
}

/** Several amounts on one account are several lines. */
type Booked = Partial<Record<ExampleAccount, Cents | readonly Cents[]>>

const entry = (
  no: number,
  day: string,
  what: string,
  booked: Booked,
  more: Pick<ExampleEntry, 'reverses' | 'checkNumber'> = {},
): ExampleEntry => {
  const accounts = Object.keys(booked) as ExampleAccount[]
  const lines = accounts.flatMap((account) => [booked[account] ?? []].flat().map((amountCents) => ({ account, amountCents })))
  return { no, day: `2027-${day}`, what, lines, ...more }
}

export const exampleEntries: readonly ExampleEntry[] = [
  entry(1, '01-05', 'Ann pays earnest money, no call yet', { 'held:title': 2000_00, 'owed:Ann': -2000_00 }),
  entry(2, '01-11', 'Call 1 opens, it counts', { 'owed:Ann': 2000_00, 'capital:1': -2000_00 }),
  entry(3, '01-14', 'Ann', { 'cash:operating': 46000_02, 'capital:1': -22000_01, 'capital:2': -24000_01 }),
  entry(4, '01-15', 'Ben, $25 too much', { 'cash:operating': 24025_00, 'capital:3': -24000_00, 'owed:Ben': -25_00 }),
  entry(5, '01-18', 'Cy, paid by K LLC', { 'cash:operating': 24000_00, 'capital:4': -24000_00 }),
  entry(6, '01-27', 'Wire', { 'held:title': 81400_00, 'cash:operating': -81400_00 }),
  entry(7, '01-29', 'Closing: price 180000, costs 2400', {
    property: 182400_00,
    loan_costs: 1100_00,
    insurance: 900_00,
    interest: 49_32,
    'held:lender': 600_00,
    loan: -100000_00,
    tax: -150_00,
    rent: -100_00,
    deposits_held: -1500_00,
    'held:title': -83299_32,
  }),
  entry(8, '01-29', 'Deposit set apart', { 'cash:deposits': 1500_00, 'cash:operating': -1500_00 }),
  entry(9, '02-02', 'Rent', { 'cash:operating': 1550_00, rent: -1550_00 }),
  entry(10, '02-04', 'Title company refunds', { 'cash:operating': 100_68, 'held:title': -100_68 }),
  entry(11, '02-05', 'Returned, reverses 9', { 'cash:operating': -1550_00, rent: 1550_00 }, { reverses: 9 }),
  entry(12, '02-05', 'Bank fee', { other_costs: 12_00, 'cash:operating': -12_00 }),
  entry(13, '02-10', 'Keys, laid out by Ann', { repairs: 45_00, 'owed:Ann': -45_00 }),
  entry(14, '02-12', 'Rent', { 'cash:operating': 1550_00, rent: -1550_00 }),
  entry(15, '02-20', 'Ann, call 2', { 'cash:operating': 500_00, 'capital:1': -250_00, 'capital:2': -250_00 }),
  entry(16, '02-22', 'Ben, call 2', { 'cash:operating': 225_01, 'owed:Ben': 25_00, 'capital:3': -250_01 }),
  entry(17, '02-25', 'Cy, call 2', { 'cash:operating': 250_01, 'capital:4': -250_01 }),
  entry(18, '02-26', 'Plumber, check 101', { repairs: 200_10, 'cash:operating': -200_10 }, { checkNumber: '101' }),
  entry(19, '03-01', 'Loan', { interest: 500_00, loan: 99_55, 'held:lender': 150_00, 'cash:operating': -749_55 }),
  entry(20, '03-02', 'Rent', { 'cash:operating': 1550_00, rent: -1550_00 }),
  entry(21, '03-08', 'Furnace', { property: 2000_00, 'cash:operating': -2000_00 }),
  entry(22, '03-12', 'Part refunded', { 'cash:operating': 80_00, property: -80_00 }),
  entry(23, '03-15', '$1,000.03 posted', {
    'paid_out:1': 250_01,
    'paid_out:2': 250_01,
    'paid_out:3': 250_01,
    'paid_out:4': 250_00,
    'owed:Ann': -500_02,
    'owed:Ben': -250_01,
    'owed:Cy': -250_00,
  }),
  entry(24, '03-18', 'Ann paid', { 'owed:Ann': 500_02, 'cash:operating': -500_02 }),
  entry(25, '03-18', 'Ben paid, check 102', { 'owed:Ben': 250_01, 'cash:operating': -250_01 }, { checkNumber: '102' }),
  entry(26, '03-31', 'Bank’s interest', { 'cash:deposits': 37, other_income: -37 }),
  entry(27, '04-01', 'Loan', { interest: 499_50, loan: 100_05, 'held:lender': 150_00, 'cash:operating': -749_55 }),
  entry(28, '04-02', 'Rent', { 'cash:operating': 1550_00, rent: -1550_00 }),
  entry(29, '04-06', 'Cy paid (stayed Cy’s)', { 'owed:Cy': 250_00, 'cash:operating': -250_00 }),
  entry(30, '04-06', 'Ann paid back', { 'owed:Ann': 45_00, 'cash:operating': -45_00 }),
  entry(31, '04-15', 'Sale: price 200000, costs 12000', {
    sale: [-200000_00, 12000_00, 184320_00],
    property: -184320_00,
    loan: 99800_40,
    interest: 229_68,
    deposits_held: 1500_00,
    tax: 430_00,
    rent: 826_67,
    'held:title': 85213_25,
  }),
  entry(32, '04-16', 'Proceeds', { 'cash:operating': 85213_25, 'held:title': -85213_25 }),
  entry(33, '04-16', 'Deposits account emptied', { 'cash:operating': 1500_37, 'cash:deposits': -1500_37 }),
  entry(34, '04-23', 'Lender refunds', { 'cash:operating': 900_00, 'held:lender': -900_00 }),
  entry(35, '04-28', '$99,788.11 posted', {
    'paid_out:1': 24947_03,
    'paid_out:2': 24947_03,
    'paid_out:3': 24947_02,
    'paid_out:4': 24947_03,
    'owed:Ann': -49894_06,
    'owed:Ben': -24947_02,
    'owed:Dee': -24947_03,
  }),
  entry(36, '04-29', 'All paid', { 'owed:Ann': 49894_06, 'owed:Ben': 24947_02, 'owed:Dee': 24947_03, 'cash:operating': -99788_11 }),
]

/** Who holds which arc from which day on. Nothing is booked when arc 4 goes to Dee for $25,500. */
export const exampleHolders: readonly { readonly arc: ExampleArc; readonly from: string; readonly who: ExamplePerson }[] = [
  { arc: 1, from: '2027-01-01', who: 'Ann' },
  { arc: 2, from: '2027-01-01', who: 'Ann' },
  { arc: 3, from: '2027-01-01', who: 'Ben' },
  { arc: 4, from: '2027-01-01', who: 'Cy' },
  { arc: 4, from: '2027-03-25', who: 'Dee' },
]
export const exampleTransfer = { arc: 4, day: '2027-03-25', from: 'Cy', to: 'Dee', priceCents: 25500_00 } as const

/** Parts of arcs 1 to 4. The specification names no day for the opening of call 2, which books nothing. */
export const exampleCalls = [
  { no: 1, amountCents: 96000_02, partCents: [24000_01, 24000_01, 24000_00, 24000_00] },
  { no: 2, amountCents: 1000_02, partCents: [250_00, 250_00, 250_01, 250_01] },
] as const

/** What was posted in entries 23 and 35, for arcs 1 to 4. */
export const exampleDistributions = [
  { entry: 23, amountCents: 1000_03, partCents: [250_01, 250_01, 250_01, 250_00] },
  { entry: 35, amountCents: 99788_11, partCents: [24947_03, 24947_03, 24947_02, 24947_03] },
] as const

export const exampleMonthEnds = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'] as const

/** One figure for each month end. */
type FourMonths = readonly [Cents, Cents, Cents, Cents]

/** An account without what is after its colon is the sum of all of its kind; `cash` alone is left out, as in the specification. */
export const exampleBalances = {
  'cash:operating': [11125_02, 13538_62, 11669_04, 0],
  'cash:deposits': [1500_00, 1500_00, 1500_37, 0],
  'held:title': [100_68, 0, 0, 0],
  'held:lender': [600_00, 600_00, 750_00, 0],
  property: [182400_00, 182400_00, 184320_00, 0],
  loan: [-100000_00, -100000_00, -99900_45, 0],
  deposits_held: [-1500_00, -1500_00, -1500_00, 0],
  owed: [-25_00, -45_00, -295_00, 0],
  capital: [-96000_02, -97000_04, -97000_04, -97000_04],
  paid_out: [0, 0, 1000_03, 100788_14],
  rent: [-100_00, -1650_00, -3200_00, -3923_33],
  other_income: [0, 0, -37, -37],
  interest: [49_32, 49_32, 549_32, 1278_50],
  tax: [-150_00, -150_00, -150_00, 280_00],
  insurance: [900_00, 900_00, 900_00, 900_00],
  repairs: [0, 245_10, 245_10, 245_10],
  loan_costs: [1100_00, 1100_00, 1100_00, 1100_00],
  other_costs: [0, 12_00, 12_00, 12_00],
  sale: [0, 0, 0, -3680_00],
} as const satisfies Record<string, FourMonths>

/** Cash less deposits held and what is owed to persons. */
export const exampleFreeCash: FourMonths = [11100_02, 13493_62, 11374_41, 0]

/** What the bank's own statement says. */
export const exampleBankBalances = {
  'cash:operating': [11125_02, 13738_72, 11919_05, 0],
  'cash:deposits': [0, 1500_00, 1500_37, 0],
} as const satisfies Record<string, FourMonths>

/** Cash lines that the bank has not shown at the month ends: booked, and on no bank line until then. */
export const exampleOutstanding: readonly (readonly {
  readonly no: number
  readonly account: ExampleAccount
  readonly amountCents: Cents
}[])[] = [
  [{ no: 8, account: 'cash:deposits', amountCents: 1500_00 }],
  [{ no: 18, account: 'cash:operating', amountCents: -200_10 }],
  [{ no: 25, account: 'cash:operating', amountCents: -250_01 }],
  [],
]

/**
 * When the bank showed a cash line on a later day than its entry's. The specification only says between which month ends; the days are chosen
 * within them.
 */
export const exampleLateAtTheBank: readonly { readonly no: number; readonly account: ExampleAccount; readonly day: string }[] = [
  { no: 8, account: 'cash:deposits', day: '2027-02-01' },
  { no: 18, account: 'cash:operating', day: '2027-03-04' },
  { no: 25, account: 'cash:operating', day: '2027-04-05' },
]

/** The statements of the year 2027: what each person put in, and so on. */
export const exampleStatements: Readonly<Record<ExamplePerson, Readonly<Record<ExampleStatementLine, Cents>>>> = {
  Ann: { putIn: 48500_02, incomeLessCosts: 1894_04, paidOut: -50394_08, handedOn: 0, oddCents: 2, capital: 0 },
  Ben: { putIn: 24250_01, incomeLessCosts: 947_03, paidOut: -25197_03, handedOn: 0, oddCents: -1, capital: 0 },
  Cy: { putIn: 24250_01, incomeLessCosts: 135_90, paidOut: -250_00, handedOn: -24135_91, oddCents: 0, capital: 0 },
  Dee: { putIn: 0, incomeLessCosts: 811_13, paidOut: -24947_03, handedOn: 24135_91, oddCents: -1, capital: 0 },
}
/** `handedOn`: handed on (−) and taken over (+). `capital`: at the end of December 31. */
export type ExampleStatementLine = 'putIn' | 'incomeLessCosts' | 'paidOut' | 'handedOn' | 'oddCents' | 'capital'

/** Capital of arcs 1 to 4 at the end of a day; `all` is also what the circle has less what it owes. */
export const exampleCapitalOfArcs = [
  { day: '2027-01-31', arcs: [23550_18, 23550_18, 23550_17, 23550_17], all: 94200_70 },
  { day: '2027-02-28', arcs: [24123_40, 24123_40, 24123_41, 24123_41], all: 96493_62 },
  { day: '2027-03-24', arcs: [24135_89, 24135_89, 24135_90, 24135_91], all: 96543_59 },
  { day: '2027-03-31', arcs: [24135_99, 24135_98, 24135_99, 24136_00], all: 96543_96 },
] as const
