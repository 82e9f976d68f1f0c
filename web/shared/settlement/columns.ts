import type { Cents } from '#domain/money.ts'
import type { SettlementKind } from '#domain/settlement-lines.ts'

/** The kinds of lines that a settlement statement of a purchase, or of a sale, has. */
export type Kinds<Kind extends string> = Readonly<Record<Kind, SettlementKind>>

/** In which column of the statement an amount stands: paid by the circle, or given to it. */
export type Column = 'charged' | 'credited'

export const columns = [
  { value: 'charged', text: 'We pay it' },
  { value: 'credited', text: 'We are given it' },
] as const

export const kindOptions = <Kind extends string>(kinds: Kinds<Kind>) =>
  (Object.keys(kinds) as Kind[]).map((value) => ({ value, text: kinds[value].label }))

/** Only some kinds can stand in either column. */
export const isEitherWay = ({ side }: SettlementKind): boolean => side === 'either'

/** In which column a line of this kind stands at first. */
export const firstColumn = ({ side }: SettlementKind): Column => (side === 'credit' ? 'credited' : 'charged')

/** As it is sent: in a kind that can stand in either column, what the circle is given is negative. */
export const signedAmount = (kind: SettlementKind, column: Column, amountCents: Cents): Cents =>
  isEitherWay(kind) && column === 'credited' ? -amountCents : amountCents

/** In which column a line of a statement stands, and its amount there. */
export function columnOf(kind: SettlementKind, amountCents: Cents): { readonly column: Column; readonly amountCents: Cents } {
  const isCredited = kind.side === 'credit' || (isEitherWay(kind) && amountCents < 0)
  return { column: isCredited ? 'credited' : 'charged', amountCents: Math.abs(amountCents) }
}
