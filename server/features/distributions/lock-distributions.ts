import { Refusal } from '#contract/errors.ts'
import { mayDecide, mayReadOwn } from '#domain/may/circle.ts'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { requireMay } from '#server/shared/circles/relation.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { readStage } from '#server/shared/stages/stages.ts'

export type Place = { readonly circleId: string; readonly distributionId: string }
export type Acting = Site & { readonly noticeSeconds: number }

/** Locks the circle, closes what is due, and checks again that the actor may read. Returns the day now. */
export async function lockDistributions(tx: Tx, circleId: string, actor: Actor, site: Site): Promise<{ readonly today: string }> {
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, site)
  await requireMay(tx, circleId, actor, mayReadOwn)
  return { today: await todayIn(tx, circleId) }
}

/** `lockDistributions`, for what any member may propose, while the circle owns a property. */
export async function lockForMember(tx: Tx, circleId: string, actor: Actor, site: Site): Promise<{ readonly today: string }> {
  const locked = await lockDistributions(tx, circleId, actor, site)
  await requireMay(tx, circleId, actor, mayDecide)
  if ((await readStage(tx, circleId)) !== 'owning') throw new Refusal('distribution_not_now')
  return locked
}

/** `lockForMember`, for what only the treasurer may do. */
export async function lockForTreasurer(tx: Tx, circleId: string, actor: Actor, site: Site): Promise<{ readonly today: string }> {
  const locked = await lockForMember(tx, circleId, actor, site)
  if ((await readBookkeeper(tx, circleId)) !== actor.id) throw new Refusal('not_treasurer')
  return locked
}

export type DistributionRow = { readonly id: string; readonly amountCents: Cents; readonly note: string }

export async function findDistribution(tx: Tx, { circleId, distributionId }: Place): Promise<DistributionRow> {
  const row = isId(distributionId)
    ? await tx
        .selectFrom('distributions')
        .leftJoin('distribution_texts', 'distribution_texts.distribution_id', 'distributions.id')
        .select(['distributions.id', 'amount_cents as amountCents', 'note'])
        .where('distributions.id', '=', distributionId)
        .where('circle_id', '=', circleId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('distribution_not_found')
  return { ...row, note: row.note ?? '' }
}

/** A distribution that was not proposed yet. */
export async function findDraft(tx: Tx, place: Place): Promise<DistributionRow> {
  const draft = await findDistribution(tx, place)
  const proposed = await tx
    .selectFrom('distribution_motions')
    .select('motion_id')
    .where('distribution_id', '=', draft.id)
    .limit(1)
    .executeTakeFirst()
  if (proposed) throw new Refusal('distribution_proposed')
  return draft
}

/** A posted distribution that stands. */
export async function findPosted(
  tx: Tx,
  place: Place,
): Promise<DistributionRow & { readonly postedAt: Date; readonly noticeSeconds: number }> {
  const found = await findDistribution(tx, place)
  const posting = await tx
    .selectFrom('distribution_postings')
    .innerJoin('distribution_motions', 'distribution_motions.motion_id', 'distribution_postings.motion_id')
    .leftJoin('distribution_reversals', 'distribution_reversals.distribution_id', 'distribution_postings.distribution_id')
    .select(['distribution_postings.at', 'notice_seconds', 'distribution_reversals.at as reversed_at'])
    .where('distribution_postings.distribution_id', '=', found.id)
    .executeTakeFirst()
  if (!posting) throw new Refusal('distribution_not_posted')
  if (posting.reversed_at) throw new Refusal('distribution_reversed')
  return { ...found, postedAt: posting.at, noticeSeconds: posting.notice_seconds }
}
