import type { BankFileRequest } from '#contract/bank-files.ts'

/** What a person says about a bank file. */
export type Choices = NonNullable<BankFileRequest['choices']>
