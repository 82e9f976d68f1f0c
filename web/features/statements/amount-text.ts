import { formatCents } from '#domain/money.ts'

/** `isSigned` writes what comes in with a plus. */
export function amountText(cents: number | null, isSigned = false): string {
  if (cents === null) return '–'
  const text = formatCents(cents)
  return isSigned && cents > 0 ? `+${text}` : text
}
