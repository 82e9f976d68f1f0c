import type { Database } from '#server/db/connect.ts'
import { deleteInvitations } from '#server/shared/invitations/invitations.ts'

/** Deletes invitations that ended a while ago, with the addresses of the people invited. */
export async function sweepInvitations(db: Database): Promise<void> {
  await db.transaction().execute((tx) => deleteInvitations(tx, { endedLongAgo: true }))
}
