import { expect } from 'vitest'
import { SettingsError } from '#server/settings.ts'
import { test } from '#server/testing/house.ts'
import { emailOf } from './logins.ts'
import { refuseDemoAccounts } from './refuse-demo-accounts.ts'

test('production does not start beside accounts whose password is public, and says which', async ({ house }) => {
  // Anyone may register such an address; that must not keep the product from starting.
  await house.seed.investor({ email: emailOf('admin') })
  await expect(refuseDemoAccounts(house.db)).resolves.toBeUndefined()
  await house.seed.investor({ email: emailOf('theo.larkin'), isDemo: true })
  const refusal = refuseDemoAccounts(house.db)
  await expect(refusal).rejects.toThrow(SettingsError)
  await expect(refusal).rejects.toThrow('demo accounts (such as theo.larkin@arcstead.example)')
})
