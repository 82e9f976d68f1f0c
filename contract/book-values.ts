import { bookAccounts, moneyHolders } from '#domain/book-accounts.ts'

export const bookAccountKeys = Object.keys(bookAccounts) as [keyof typeof bookAccounts, ...(keyof typeof bookAccounts)[]]
export const holderKeys = moneyHolders.map(({ value }) => value) as [
  (typeof moneyHolders)[number]['value'],
  ...(typeof moneyHolders)[number]['value'][],
]
export const bankPurposes = ['operating', 'deposits'] as const
export const monthStates = ['open', 'agrees', 'closed'] as const
/** By what a payment was allowed; `none`: the bank shows it, and nobody had permitted it. */
export const permissionKinds = ['motion', 'owed', 'deposit', 'loan', 'emergency', 'bank_fee', 'none'] as const
