import type { Database } from '#server/db/connect.ts'
import { SettingsError } from './settings.ts'

/** Their password is printed in the documentation, so nobody real may be let in beside them. */
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
