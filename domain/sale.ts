import { type Balances, type BookLine, withoutZeros } from './book-accounts.ts'
import { sumCents } from './cents.ts'
import { type Decision, granted, refused } from './decision.ts'
import type { Cents } from './money.ts'
import { fitsSide, prorations, type SettlementKind, settlementLine, titleLine } from './settlement-lines.ts'
import { type Clock, daysAfter } from './transfers.ts'

/** After a passed `sell` motion the owner may record a sale for so many days of notice. */
export const daysToSell = 180

/** The lines of the settlement statement of a sale. The property's book value is no line of it: it is booked by itself. */
export const saleKinds = {
  price: { label: 'Price', side: 'credit', target: { account: 'sale' } },
  sale_costs: { label: 'Costs of the sale', side: 'debit', target: { account: 'sale' } },
  payoff: { label: 'Loan paid off', side: 'debit', target: { account: 'loan' } },
  loan_costs: { label: 'Costs of the loan', side: 'debit', target: { account: 'loan_costs' } },
  deposits: { label: 'Tenants’ deposits', side: 'debit', target: { account: 'deposits_held' } },
  ...prorations,
} as const satisfies Record<string, SettlementKind>

export type SaleKind = keyof typeof saleKinds
export const saleKindKeys = Object.keys(saleKinds) as [SaleKind, ...SaleKind[]]
/** `tenant`: whose deposit it is, where not all deposits go over. */
export type SaleLine = { readonly kind: SaleKind; readonly amountCents: Cents; readonly tenant?: string | null | undefined }
/** What is held of a tenant; without a name what nobody is named for. */
export type HeldDeposit = { readonly tenant: string; readonly heldCents: Cents }

export type SaleFacts = {
  readonly leastPriceCents: Cents
  /** When the `sell` motion passed. */
  readonly passedAt: number
  readonly balances: Balances
  readonly deposits: readonly HeldDeposit[]
}

export type SaleRefusal =
  | 'settlement_line_wrong'
  | 'settlement_price_missing'
  | 'sale_below_passed_price'
  | 'sale_too_late'
  | 'payoff_is_not_the_loan'
  | 'deposits_are_not_held'
  | 'title_company_holds_less'

export type Sale = {
  readonly lines: readonly BookLine[]
  /** What the title company holds for the circle after the closing. */
  readonly proceedsCents: Cents
}

/** What is left of the loan. A sale pays off exactly this: what was booked wrongly here, nothing could put right. */
export const loanLeft = (balances: Balances): Cents => Math.max(0, 0 - (balances.get('loan') ?? 0))

const plain = (name: string | null | undefined): string => (name ?? '').trim().toLowerCase()

/** The deposits that go over, each by the name under which it is held; null if more would go than is held of a tenant. */
function depositLines(lines: readonly SaleLine[], held: readonly HeldDeposit[]): BookLine[] | null {
  if (lines.length === 0) return []
  const ofDeposit = (amountCents: Cents, tenant: string): BookLine => ({
    account: 'deposits_held',
    amountCents,
    ...(tenant && { who: tenant }),
  })
  const isEach = lines.some(({ tenant }) => plain(tenant) !== '')
  const total = sumCents(lines.map(({ amountCents }) => amountCents))
  if (!isEach && total === sumCents(held.map(({ heldCents }) => heldCents)))
    return held.map(({ tenant, heldCents }) => ofDeposit(heldCents, tenant))
  const sums = new Map<string, Cents>()
  for (const { tenant, amountCents } of lines) sums.set(plain(tenant), sumCents([sums.get(plain(tenant)) ?? 0, amountCents]))
  const of = (name: string) => held.find(({ tenant }) => plain(tenant) === name)
  if ([...sums].some(([name, cents]) => cents > (of(name)?.heldCents ?? 0))) return null
  return [...sums].map(([name, cents]) => ofDeposit(cents, of(name)?.tenant ?? ''))
}

/** What a sale books: its statement's lines, the book value of the property, and the balance, which others hold until the bank shows it. */
export function decideSale(lines: readonly SaleLine[], facts: SaleFacts, clock: Clock): Decision<Sale, SaleRefusal> {
  if (lines.some(({ kind, amountCents }) => !fitsSide(saleKinds[kind], amountCents))) return refused('settlement_line_wrong')
  const price = sumCents(lines.filter(({ kind }) => kind === 'price').map(({ amountCents }) => amountCents))
  if (price === 0) return refused('settlement_price_missing')
  if (price < facts.leastPriceCents) return refused('sale_below_passed_price')
  if (clock.now > daysAfter(facts.passedAt, daysToSell, clock)) return refused('sale_too_late')
  const payoff = sumCents(lines.filter(({ kind }) => kind === 'payoff').map(({ amountCents }) => amountCents))
  if (payoff !== loanLeft(facts.balances)) return refused('payoff_is_not_the_loan')
  const deposits = lines.filter(({ kind }) => kind === 'deposits')
  const given = depositLines(deposits, facts.deposits)
  if (!given) return refused('deposits_are_not_held')
  const bookValue = facts.balances.get('property') ?? 0
  const others = lines.filter(({ kind }) => kind !== 'deposits')
  const booked: BookLine[] = [
    ...others.map(({ kind, amountCents }) => settlementLine(saleKinds[kind], amountCents)),
    ...given,
    { account: 'sale', amountCents: bookValue },
    { account: 'property', amountCents: 0 - bookValue },
  ]
  const title = titleLine(booked)
  const proceedsCents = sumCents([facts.balances.get('held:title') ?? 0, title.amountCents])
  if (proceedsCents < 0) return refused('title_company_holds_less')
  return granted({ lines: withoutZeros([...booked, title]), proceedsCents })
}
