import type { BankFileProblem } from '#domain/bank-file.ts'

/** Ends the reading of a file; `readBankFile` answers with the problem. */
export class UnreadableBankFile extends Error {
  readonly problem: BankFileProblem

  constructor(problem: BankFileProblem) {
    super(problem.reason)
    this.name = 'UnreadableBankFile'
    this.problem = problem
  }
}
