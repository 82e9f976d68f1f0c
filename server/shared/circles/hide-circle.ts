import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { queueSearchMatching } from './queue-search-matching.ts'

type Hiding = { readonly hide_circle: boolean; readonly hidden_by_admin: boolean }

/**
 * Who hid the circle: an owner cannot show what an administrator hid. Saving it unchanged is no hiding, because forms send every field.
 */
export function hiddenBy(row: Hiding, hideCircle: boolean | undefined, isAdminAct: boolean): { readonly hidden_by_admin?: boolean } {
  if (hideCircle === undefined || hideCircle === row.hide_circle) return {}
  if (row.hidden_by_admin && !isAdminAct) throw new Refusal('circle_hidden_by_admin')
  return { hidden_by_admin: hideCircle && isAdminAct }
}

/**
 * An administrator hides a circle, or gives it back as it was: an owner who had hidden it keeps it hidden. Also of circles that have ended. The
 * caller has locked the circle.
 */
export async function hideCircleByAdmin(
  tx: Tx,
  actor: Actor,
  circleId: string,
  change: { readonly isHidden: boolean; readonly wasHidden: boolean },
): Promise<void> {
  const { isHidden, wasHidden } = change
  await queueSearchMatching(tx, circleId)
  await tx
    .updateTable('circles')
    .set({ hide_circle: isHidden || wasHidden, hidden_by_admin: isHidden })
    .where('id', '=', circleId)
    .execute()
  await writeAudit(tx, { act: 'circle.changed', by: actor, subject: ['circle', circleId], fields: ['hideCircle'] })
  await publishCircleChange(tx, circleId, 'circle')
}
