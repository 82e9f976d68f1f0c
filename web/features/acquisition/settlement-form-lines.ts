import type { z } from 'zod'
import type { settlementLineShape } from '#contract/acquisition.ts'
import { sumCents } from '#domain/cents.ts'
import type { Cents } from '#domain/money.ts'
import { type PurchaseKind, purchaseKinds } from '#domain/settlement.ts'
import { settlementLine, titleLine } from '#domain/settlement-lines.ts'
import { type Column, columnOf, firstColumn, signedAmount } from '#web/shared/settlement/columns.ts'

export type SettlementLine = z.infer<typeof settlementLineShape>

/** One line while it is typed. `key` stays when lines above it are removed. */
export type TypedLine = {
  readonly key: number
  readonly kind: PurchaseKind
  readonly column: Column
  readonly amountCents: Cents | undefined
  readonly lender: string
}

export const typedLine = (key: number, kind: PurchaseKind): TypedLine => ({
  key,
  kind,
  column: firstColumn(purchaseKinds[kind]),
  amountCents: undefined,
  lender: '',
})

/** What every purchase has; more lines are added. */
export const firstLines: readonly TypedLine[] = [typedLine(1, 'price'), typedLine(2, 'purchase_costs')]

/** As it is sent. */
export const lineOf = ({ kind, column, amountCents = 0, lender }: TypedLine): SettlementLine => ({
  kind,
  amountCents: signedAmount(purchaseKinds[kind], column, amountCents),
  ...(kind === 'loan' && { lender: lender.trim() }),
})

export type SettlementSums = {
  readonly chargedCents: Cents
  readonly creditedCents: Cents
  /** What the closing takes from the title company. */
  readonly balanceCents: Cents
  /** What is left there; negative if it holds too little. */
  readonly refundCents: Cents
}

export function settlementSums(lines: readonly SettlementLine[], heldByTitleCents: Cents): SettlementSums {
  const columns = lines.map(({ kind, amountCents }) => columnOf(purchaseKinds[kind], amountCents))
  const sumOf = (wanted: Column) => sumCents(columns.filter(({ column }) => column === wanted).map(({ amountCents }) => amountCents))
  const booked = lines.map(({ kind, amountCents }) => settlementLine(purchaseKinds[kind], amountCents))
  const title = titleLine(booked).amountCents
  return {
    chargedCents: sumOf('charged'),
    creditedCents: sumOf('credited'),
    balanceCents: 0 - title,
    refundCents: heldByTitleCents + title,
  }
}

/** What is wrong with the lines before they are sent; null if nothing is. The server also looks for the motion that names a loan. */
export function linesProblem(lines: readonly TypedLine[], passedPriceCents: Cents, heldByTitleCents: Cents): string | null {
  for (const [index, { kind, amountCents, lender }] of lines.entries()) {
    if (!amountCents) return `Please give the amount of line ${index + 1}, or remove it`
    if (kind === 'loan' && lender.trim() === '') return `Please name the lender of line ${index + 1}`
  }
  const price = sumCents(lines.filter(({ kind }) => kind === 'price').map(({ amountCents = 0 }) => amountCents))
  if (price === 0) return 'Please give the price'
  if (price > passedPriceCents) return 'The price is above the one that passed'
  return settlementSums(lines.map(lineOf), heldByTitleCents).refundCents < 0 ? 'The title company holds less than that' : null
}
