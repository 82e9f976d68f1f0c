import type { Cents } from './money.ts'

/** The accounts of a circle's book. A debit is a positive amount (into the account), a credit a negative one (out of it). */
export const bookAccounts = {
  cash: { label: 'Cash', kind: 'asset' },
  held: { label: 'Held by others', kind: 'asset' },
  property: { label: 'Property', kind: 'asset' },
  loan: { label: 'Loan', kind: 'debt' },
  deposits_held: { label: 'Deposits held', kind: 'debt' },
  owed: { label: 'Owed', kind: 'debt' },
  capital: { label: 'Members’ capital', kind: 'capital' },
  paid_out: { label: 'Paid out', kind: 'capital' },
  rent: { label: 'Rent', kind: 'income' },
  other_income: { label: 'Other income', kind: 'income' },
  interest: { label: 'Interest', kind: 'cost' },
  loan_costs: { label: 'Loan costs', kind: 'cost' },
  tax: { label: 'Tax', kind: 'cost' },
  insurance: { label: 'Insurance', kind: 'cost' },
  repairs: { label: 'Repairs', kind: 'cost' },
  management: { label: 'Management', kind: 'cost' },
  utilities: { label: 'Utilities', kind: 'cost' },
  association: { label: 'Association', kind: 'cost' },
  professional_fees: { label: 'Professional fees', kind: 'cost' },
  other_costs: { label: 'Other costs', kind: 'cost' },
  sale: { label: 'Sale', kind: 'income' },
  suspense: { label: 'Suspense', kind: 'suspense' },
} as const satisfies Record<string, { readonly label: string; readonly kind: string }>

export type BookAccount = keyof typeof bookAccounts

/** Accounts under which a payment can be booked. */
export const costAccounts = [
  'repairs',
  'tax',
  'insurance',
  'management',
  'utilities',
  'association',
  'professional_fees',
  'loan_costs',
  'interest',
  'other_costs',
  'property',
] as const satisfies readonly BookAccount[]

/** Who holds money of the circle that is not on its own bank accounts. */
export const moneyHolders = [
  { value: 'title', text: 'Title company' },
  { value: 'lender', text: 'Lender' },
  { value: 'manager', text: 'Manager' },
  { value: 'third_party', text: 'Third party' },
] as const
export type MoneyHolder = (typeof moneyHolders)[number]['value']

/** Where money of the circle is: on a bank account or with someone else. */
export type MoneyPlace =
  | { readonly account: 'cash'; readonly bankAccount: string }
  | { readonly account: 'held'; readonly heldBy: MoneyHolder; readonly who?: string }

type Place =
  | MoneyPlace
  | { readonly account: 'owed'; readonly person: string }
  /** The person is named only where the amount is not that of the arc's holder on the day of the entry. */
  | { readonly account: 'capital' | 'paid_out'; readonly arc: number; readonly person?: string; readonly call?: string }
  /** `who`: the tenant of a deposit, the lender. */
  | { readonly account: Exclude<BookAccount, 'cash' | 'held' | 'owed' | 'capital' | 'paid_out'>; readonly who?: string }

/** One line of an entry; the lines of an entry sum to 0. */
export type BookLine = Place & { readonly amountCents: Cents }

/** The account with what divides it: `cash:operating`, `held:title`, `owed:Ann`, `capital:1`, `rent`. */
export function accountKey(place: Place): string {
  if (place.account === 'cash') return `cash:${place.bankAccount}`
  if (place.account === 'held') return `held:${place.heldBy}`
  if (place.account === 'owed') return `owed:${place.person}`
  return place.account === 'capital' || place.account === 'paid_out' ? `${place.account}:${place.arc}` : place.account
}

/** What each account holds, by key; an account without an entry is at 0. */
export type Balances = ReadonlyMap<string, Cents>

export function balancesOf(lines: readonly BookLine[]): Balances {
  const balances = new Map<string, Cents>()
  for (const line of lines) balances.set(accountKey(line), (balances.get(accountKey(line)) ?? 0) + line.amountCents)
  return new Map([...balances].filter(([, amount]) => amount !== 0))
}

/** What all accounts of this name hold together: all cash, everything owed. */
export const totalOf = (balances: Balances, account: BookAccount): Cents =>
  [...balances].reduce((sum, [key, cents]) => (key === account || key.startsWith(`${account}:`) ? sum + cents : sum), 0)

/** Takes back what these lines booked. */
export const reversedLines = (lines: readonly BookLine[]): BookLine[] => lines.map((line) => ({ ...line, amountCents: -line.amountCents }))

/** Lines of 0 say nothing, so no entry has them. */
export const withoutZeros = (lines: readonly BookLine[]): BookLine[] => lines.filter(({ amountCents }) => amountCents !== 0)
