import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

type Joined = { readonly circleId: string; readonly userId: string; readonly isNew: boolean; readonly isOwner: boolean }

/**
 * Ends what a purchase fulfils: waiting for the circle, following it, the wish to see it and, for a new member, the invitation. The people
 * still waiting may then be notified again. The owner's own purchases don't count: otherwise owners could send mails at will.
 */
export async function endWaiting(tx: Tx, { circleId, userId, isNew, isOwner }: Joined): Promise<void> {
  await sql`
    with waited as (delete from waiting_list where circle_id = ${circleId} and user_id = ${userId}),
      followed as (delete from circle_follows where circle_id = ${circleId} and user_id = ${userId}),
      wished as (delete from kept_wishes where circle_id = ${circleId} and user_id = ${userId}),
      invited as (update circle_invitations set joined_at = now()
        where circle_id = ${circleId} and user_id = ${userId} and joined_at is null and ${isNew}::boolean)
    update waiting_list set notified_at = null
    where circle_id = ${circleId} and user_id <> ${userId} and notified_at is not null and not ${isOwner}::boolean`.execute(tx)
}
