import { sumCents } from '#domain/cents.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import { type SaleKind, type SaleLine, saleKinds } from '#domain/sale.ts'
import { settlementLine, titleLine } from '#domain/settlement-lines.ts'
import { type Column, firstColumn, signedAmount } from '#web/shared/settlement/columns.ts'

/** One line while it is typed. `key` stays when lines above it are removed. */
export type TypedLine = {
  readonly key: number
  readonly kind: SaleKind
  readonly column: Column
  readonly amountCents: Cents | undefined
  readonly tenant: string
}

export const typedLine = (key: number, kind: SaleKind): TypedLine => ({
  key,
  kind,
  column: firstColumn(saleKinds[kind]),
  amountCents: undefined,
  tenant: '',
})

/** What every sale has; more lines are added. */
export const firstLines: readonly TypedLine[] = [typedLine(1, 'price'), typedLine(2, 'sale_costs')]

/** As it is sent. */
export const lineOf = ({ kind, column, amountCents = 0, tenant }: TypedLine): SaleLine => ({
  kind,
  amountCents: signedAmount(saleKinds[kind], column, amountCents),
  ...(kind === 'deposits' && tenant.trim() !== '' && { tenant: tenant.trim() }),
})

/** What the closing brings to the title company for the circle; negative if it takes. */
export const broughtBy = (lines: readonly SaleLine[]): Cents =>
  titleLine(lines.map(({ kind, amountCents }) => settlementLine(saleKinds[kind], amountCents))).amountCents

/** What is wrong with the lines before they are sent; null if nothing is. */
export function linesProblem(lines: readonly TypedLine[], leastPriceCents: Cents): string | null {
  const missing = lines.findIndex(({ amountCents }) => !amountCents)
  if (missing !== -1) return `Please give the amount of line ${missing + 1}, or remove it`
  const price = sumCents(lines.filter(({ kind }) => kind === 'price').map(({ amountCents = 0 }) => amountCents))
  if (price === 0) return 'Please give the price'
  return price < leastPriceCents ? `The price is below the ${formatCents(leastPriceCents)} that the circle passed` : null
}
