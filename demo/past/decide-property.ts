import { daysBefore } from '#demo/plan-people.ts'
import type { Preference } from '#domain/choices.ts'
import { castVote } from '#server/features/deciding/cast-vote.ts'
import { closeDue } from '#server/shared/closing/close-due.ts'
import { setClosingDate } from '#server/shared/deciding/closing-date.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { memberOf, type Past, type PastCircle } from './past.ts'

type PropertyVote = readonly [member: number, preference: Preference, reason?: string]

/** The owner sets a closing date; members vote before it. */
export async function decideProperty(
  past: Past,
  circle: PastCircle,
  { address, from, to, votes }: { address: string; from: number; to: number; votes: readonly PropertyVote[] },
): Promise<string> {
  const { tx, at, now, publicUrl, noticeSeconds } = past
  const found = tx.selectFrom('properties').select('id').where('circle_id', '=', circle.id).where('address', '=', address)
  const { id: propertyId } = await found.executeTakeFirstOrThrow()
  const close = async () => {
    await lockCircle(tx, circle.id)
    await closeDue(tx, circle.id, { publicUrl })
  }
  await at(from, async () => {
    await close()
    const place = { circleId: circle.id, propertyId }
    await setClosingDate(tx, memberOf(circle, 0), place, daysBefore(now, to).toISOString(), { noticeSeconds, publicUrl })
  })
  const length = from - Math.max(to, 0)
  for (const [index, [member, preference, reason]] of votes.entries())
    await at(from - (length * (index + 1)) / (votes.length + 1), () =>
      castVote(tx, memberOf(circle, member), propertyId, { preference, reason: reason ?? null }, { publicUrl }),
    )
  if (to > 0) await at(to - 0.01, close)
  return propertyId
}
