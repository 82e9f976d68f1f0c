import { expect } from 'vitest'
import { emailOf } from '#demo/logins.ts'
import { test } from '#server/testing/test-app.ts'
import { refuseDemoAccounts } from './refuse-demo-accounts.ts'
import { SettingsError } from './settings.ts'

test('production does not start beside accounts whose password is public, and says which', async ({ testApp }) => {
  // Anyone may register such an address; that must not keep the product from starting.
  await testApp.seed.investor({ email: emailOf('admin') })
  await expect(refuseDemoAccounts(testApp.db)).resolves.toBeUndefined()
  await testApp.seed.investor({ email: emailOf('theo.larkin'), isDemo: true })
  const refusal = refuseDemoAccounts(testApp.db)
  await expect(refusal).rejects.toThrow(SettingsError)
  await expect(refusal).rejects.toThrow('demo accounts (such as theo.larkin@arcstead.example)')
})
