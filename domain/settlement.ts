import { type BookLine, withoutZeros } from './book-accounts.ts'
import { sumCents } from './cents.ts'
import { type Decision, granted, refused } from './decision.ts'
import type { Cents } from './money.ts'
import { fitsSide, prorations, type SettlementKind, settlementLine, titleLine } from './settlement-lines.ts'

/** The lines of the settlement statement of a purchase. */
export const purchaseKinds = {
  price: { label: 'Price', side: 'debit', target: { account: 'property' } },
  purchase_costs: { label: 'Costs of the purchase', side: 'debit', target: { account: 'property' } },
  seller_credit: { label: 'Seller’s credit on the price', side: 'credit', target: { account: 'property' } },
  loan: { label: 'Loan', side: 'credit', target: { account: 'loan' } },
  loan_costs: { label: 'Costs of the loan', side: 'debit', target: { account: 'loan_costs' } },
  lender_reserve: { label: 'Lender’s reserve', side: 'debit', target: { account: 'held', heldBy: 'lender' } },
  deposits: { label: 'Tenants’ deposits', side: 'credit', target: { account: 'deposits_held' } },
  ...prorations,
} as const satisfies Record<string, SettlementKind>

export type PurchaseKind = keyof typeof purchaseKinds
export const purchaseKindKeys = Object.keys(purchaseKinds) as [PurchaseKind, ...PurchaseKind[]]

/** The lender is named on every line of a loan. */
export type PurchaseLine = { readonly kind: PurchaseKind; readonly amountCents: Cents; readonly lender?: string }

type Loan = { readonly amountCents: Cents; readonly lender: string }

export type SettlementFacts = {
  /** The price that the circle passed. */
  readonly passedPriceCents: Cents
  /** What passed motions name. */
  readonly passedLoans: readonly Loan[]
  /** What the title company holds before the closing. */
  readonly heldByTitleCents: Cents
}

export type SettlementRefusal =
  | 'settlement_line_wrong'
  | 'settlement_price_missing'
  | 'price_above_passed'
  | 'loan_without_motion'
  | 'title_company_holds_less'

export type Settlement = {
  readonly lines: readonly BookLine[]
  /** What the closing takes from the title company; negative if it brings money. */
  readonly balanceCents: Cents
  /** What is left there: its refund. */
  readonly refundCents: Cents
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Whether passed motions name this lender with at least what it lends. */
function isPassed(lender: string, lines: readonly PurchaseLine[], loans: readonly Loan[]): boolean {
  const lent = lines.filter((line) => line.kind === 'loan' && sameName(line.lender ?? '', lender))
  const named = loans.filter((loan) => sameName(loan.lender, lender))
  return sumCents(lent.map(({ amountCents }) => amountCents)) <= sumCents(named.map(({ amountCents }) => amountCents))
}

/** What the settlement statement books, one line for each of its lines and one for the balance. */
export function decideSettlement(lines: readonly PurchaseLine[], facts: SettlementFacts): Decision<Settlement, SettlementRefusal> {
  const isWrong = ({ kind, amountCents, lender = '' }: PurchaseLine) =>
    !fitsSide(purchaseKinds[kind], amountCents) || (kind === 'loan' && lender.trim() === '')
  if (lines.some(isWrong)) return refused('settlement_line_wrong')
  const price = sumCents(lines.filter(({ kind }) => kind === 'price').map(({ amountCents }) => amountCents))
  if (price === 0) return refused('settlement_price_missing')
  if (price > facts.passedPriceCents) return refused('price_above_passed')
  const lenders = lines.flatMap(({ kind, lender = '' }) => (kind === 'loan' ? [lender] : []))
  if (!lenders.every((lender) => isPassed(lender, lines, facts.passedLoans))) return refused('loan_without_motion')
  const booked = lines.map(({ kind, amountCents }) => settlementLine(purchaseKinds[kind], amountCents))
  const title = titleLine(booked)
  const refundCents = facts.heldByTitleCents + title.amountCents
  if (refundCents < 0) return refused('title_company_holds_less')
  return granted({ lines: withoutZeros([...booked, title]), balanceCents: 0 - title.amountCents, refundCents })
}
