import type { BankFileAccount } from '#domain/bank-file.ts'
import { sumCents } from '#domain/cents.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** Refuses an account whose lines don't lead from its opening to its closing balance. OFX has no opening balance and is not asked. */
export function requireAddsUp({ opening, closing, lines }: Pick<BankFileAccount, 'opening' | 'closing' | 'lines'>): void {
  if (!opening || !closing) return
  const reckoned = sumCents([opening.amountCents, ...lines.map(({ amountCents }) => amountCents)])
  const differenceCents = closing.amountCents - reckoned
  if (differenceCents !== 0) throw new UnreadableBankFile({ reason: 'bank_file_does_not_add_up', row: null, differenceCents })
}
