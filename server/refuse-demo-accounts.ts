import type { Database } from '#server/db/connect.ts'
import { SettingsError } from './settings.ts'

/** Keeps production from starting with demo accounts, whose password is in the documentation. */
export async function refuseDemoAccounts(db: Database): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select('email')
    .where('is_demo', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!found) return
  throw new SettingsError(
    `The database holds demo accounts (such as ${found.email}), whose password is public. Use an empty database, or another folder with ARCSTEAD_DATA.`,
  )
}
