import { type RawBuilder, sql } from 'kysely'
import { Refusal, refusals } from '#contract/errors.ts'
import { sameMotionDays } from '#domain/motion-kinds.ts'
import { comeAgainWords } from '#domain/motions.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'

type Proposing = { readonly circleId: string; readonly noticeSeconds: number }

/**
 * When the same motion of the same person last ended with a no, or was withdrawn after a vote, within the last 90 days of notice. `same` says
 * which rows of `motions` are the same motion.
 */
export async function findRefusedAt(
  tx: Tx,
  proposer: string,
  { circleId, noticeSeconds }: Proposing,
  same: RawBuilder<boolean>,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(coalesce(motion_closings.at, motion_withdrawals.at)) as at from motions
    left join motion_closings on motion_closings.motion_id = motions.id
    left join motion_withdrawals on motion_withdrawals.motion_id = motions.id
    where motions.circle_id = ${circleId} and motions.proposed_by = ${proposer} and ${same}
      and (motion_closings.outcome <> 'passed'
        or (motion_withdrawals.by is not null and exists (select from motion_votes where motion_id = motions.id)))
      and coalesce(motion_closings.at, motion_withdrawals.at) > clock_timestamp() - ${sameMotionDays * noticeSeconds} * interval '1 second'`.execute(
    tx,
  )
  return rows[0]?.at ?? null
}

export const refusedLately = (at: Date, noticeSeconds: number, { zone }: Pick<Actor, 'zone'>): Refusal =>
  new Refusal('motion_refused_lately', {
    error: `${refusals.motion_refused_lately.error} ${comeAgainWords(at.getTime(), noticeSeconds, zone)}`,
  })

/** Refuses the same motion of the same person so soon after a no. */
export async function requireNotRefusedLately(tx: Tx, actor: Actor, proposing: Proposing, same: RawBuilder<boolean>): Promise<void> {
  const at = await findRefusedAt(tx, actor.id, proposing, same)
  if (at) throw refusedLately(at, proposing.noticeSeconds, actor)
}
