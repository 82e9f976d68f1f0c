import { type FieldProblem, Refusal } from '#contract/errors.ts'
import { sharesAvailable } from '#domain/arcs.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import { type CircleForm, circleFormProblems } from '#domain/circle-form.ts'
import { decideTermsChange, type Terms } from '#domain/membership.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { criteriaOf } from '#server/shared/circles/criterion-columns.ts'
import { hiddenBy } from '#server/shared/circles/hide-circle.ts'
import { queueSearchMatching } from '#server/shared/circles/queue-search-matching.ts'
import { closeDueFirst } from '#server/shared/closing/close-due.ts'
import { lapseMotionsInGathering } from '#server/shared/deciding/lapse-motions.ts'
import { recountOutcomes } from '#server/shared/deciding/recount-outcomes.ts'
import { lockArcs } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notifyOfFreeShares } from '#server/shared/membership/release-membership.ts'
import { dateStage, requireNotEnded } from '#server/shared/stages/stages.ts'
import { type AdminCircleChange, circleValues } from './circle-values.ts'
import { createArcs, deleteArcs, giveOwnerArcs } from './terms.ts'

async function lockCircleRow(tx: Tx, circleId: string) {
  const row = await tx
    .selectFrom('circles')
    .selectAll()
    .where('id', '=', circleId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('circle_not_found')
  return row
}

const valueOr = <Value>(sent: Value | undefined, stored: Value): Value => (sent === undefined ? stored : sent)

/**
 * Changes the fields in the request. Target, share size and the owner's amount are locked once others have joined, because they agreed to
 * them, and while arcs are offered. Before that, new terms replace the owner's arcs.
 */
export async function updateCircle(
  tx: Tx,
  { actor, publicUrl, isAdminAct = false }: { readonly actor: Actor; readonly publicUrl: string; readonly isAdminAct?: boolean },
  circleId: string,
  change: AdminCircleChange,
  problemsOf: (form: CircleForm) => FieldProblem[] = circleFormProblems,
): Promise<void> {
  const row = await lockCircleRow(tx, circleId)
  await closeDueFirst(tx, circleId, { publicUrl })
  await requireNotEnded(tx, circleId)
  if (change.updatedAt !== undefined && change.updatedAt !== row.updated_at.toISOString()) throw new Refusal('changed_meanwhile')
  const before: Terms = {
    totalTargetSize: row.total_target_size,
    minimumShareSize: row.minimum_share_size as MinimumShareSize | null,
    ownerInvestmentAmount: row.owner_investment_amount,
  }
  const sent = change.investmentCriteria ?? {}
  const after: Terms = {
    totalTargetSize: valueOr(sent.totalTargetSize, before.totalTargetSize),
    minimumShareSize: valueOr(sent.minimumShareSize, before.minimumShareSize),
    ownerInvestmentAmount: valueOr(sent.ownerInvestmentAmount, before.ownerInvestmentAmount),
  }
  const others = await tx
    .selectFrom('ledger')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '!=', row.created_by)
    .limit(1)
    .executeTakeFirst()
  // Arcs that are offered are agreed on with others too, who may have paid for them.
  const isOffered = await tx.selectFrom('offered_arcs').select('arc').where('circle_id', '=', circleId).limit(1).executeTakeFirst()
  const terms = decideTermsChange(before, after, others !== undefined || isOffered !== undefined)
  if (!terms.ok) throw new Refusal(terms.reason)
  const fields = problemsOf({
    title: change.title ?? row.title,
    description: change.description ?? row.description,
    location: { city: change.location?.city ?? row.city },
    investmentCriteria: { ...criteriaOf(row), ...sent, ...after },
  })
  if (fields.length > 0) throw new Refusal('invalid', { fields })

  await queueSearchMatching(tx, circleId)
  const values = { ...circleValues(change), ...hiddenBy(row, change.hideCircle, isAdminAct) }
  if (Object.keys(values).length > 0) await tx.updateTable('circles').set(values).where('id', '=', circleId).execute()
  if (terms.value === 'changed') {
    await applyTerms(tx, actor, circleId, row.created_by, after)
    await recountOutcomes(tx, circleId, { cause: 'terms', actorId: actor.id })
    await lapseMotionsInGathering(tx, circleId)
    const free = sharesAvailable(await lockArcs(tx, circleId))
    await dateStage(tx, circleId)
    if (free > 0) await notifyOfFreeShares(tx, circleId, free, publicUrl)
  }
  const changed = [...Object.keys(change), ...Object.keys(sent)].filter((name) => name !== 'updatedAt' && name !== 'investmentCriteria')
  await writeAudit(tx, { act: 'circle.changed', by: actor, subject: ['circle', circleId], fields: changed })
  await publishCircleChange(tx, circleId, 'circle')
}

async function applyTerms(tx: Tx, actor: Actor, circleId: string, ownerId: string, terms: Terms): Promise<void> {
  const owner = await tx
    .selectFrom('memberships')
    .select(['id', 'user_id'])
    .where('circle_id', '=', circleId)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const membershipId = owner?.id ?? newId()
  if (!owner)
    await tx.insertInto('memberships').values({ id: membershipId, circle_id: circleId, user_id: ownerId, is_owner: true }).execute()
  const holder = { membershipId, userId: owner?.user_id ?? ownerId }
  await deleteArcs(tx, circleId, holder, actor.id)
  await createArcs(tx, circleId, terms.totalTargetSize, terms.minimumShareSize)
  const amount = terms.ownerInvestmentAmount ?? 0
  if (amount > 0) await giveOwnerArcs(tx, { circleId, membershipId, ownerId: holder.userId, amount, actorId: actor.id })
}
