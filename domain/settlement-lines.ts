import type { BookAccount, BookLine } from './book-accounts.ts'
import { sumCents } from './cents.ts'
import type { Cents } from './money.ts'

/** Debit: the circle pays it. Credit: the circle is given it. Either: paid if positive, given if negative. */
type Side = 'debit' | 'credit' | 'either'

type Target =
  | { readonly account: 'held'; readonly heldBy: 'lender' }
  | { readonly account: Exclude<BookAccount, 'cash' | 'held' | 'owed' | 'capital' | 'paid_out'> }

/** A kind of line on a settlement statement: what it is called, on which side it stands and where it is booked. */
export type SettlementKind = { readonly label: string; readonly side: Side; readonly target: Target }

/** What closings of purchases and sales divide between buyer and seller, either way. */
export const prorations = {
  interest: { label: 'Interest', side: 'either', target: { account: 'interest' } },
  insurance: { label: 'Insurance', side: 'either', target: { account: 'insurance' } },
  tax: { label: 'Tax', side: 'either', target: { account: 'tax' } },
  association: { label: 'Association', side: 'either', target: { account: 'association' } },
  utilities: { label: 'Utilities', side: 'either', target: { account: 'utilities' } },
  rent: { label: 'Rent', side: 'either', target: { account: 'rent' } },
} as const satisfies Record<string, SettlementKind>

/** Where the statement has two columns, the kind says in which one the amount stands. */
export const fitsSide = ({ side }: SettlementKind, amount: Cents): boolean =>
  Number.isSafeInteger(amount) && (side === 'either' ? amount !== 0 : amount > 0)

export const settlementLine = ({ side, target }: SettlementKind, amount: Cents): BookLine => ({
  ...target,
  amountCents: side === 'credit' ? -amount : amount,
})

/** The line that makes an entry sum to 0: what the title company pays or receives at the closing. */
export const titleLine = (lines: readonly BookLine[]): BookLine => ({
  account: 'held',
  heldBy: 'title',
  amountCents: 0 - sumCents(lines.map(({ amountCents }) => amountCents)),
})
