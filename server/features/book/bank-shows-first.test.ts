import fc from 'fast-check'
import { test } from 'vitest'
import { bankHistories, runBankHistory } from '#server/testing/book-histories/bank-shows-first.ts'
import { startTestApp } from '#server/testing/test-app.ts'

test('whatever the bank shows is booked, what nothing permitted is marked and put to the members, and the months close', {
  timeout: 240_000,
}, async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  try {
    await fc.assert(
      fc.asyncProperty(bankHistories, (history) => runBankHistory(testApp, history)),
      { numRuns: 4, endOnFailure: true },
    )
  } finally {
    await testApp.close()
  }
})
