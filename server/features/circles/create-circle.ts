import { sql } from 'kysely'
import { type FieldProblem, Refusal } from '#contract/errors.ts'
import { charterClauses } from '#domain/charter.ts'
import { type CircleForm, circleFormProblems } from '#domain/circle-form.ts'
import { defaultRules, type Rules, sameRules } from '#domain/outcome.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { queueSearchMatching } from '#server/shared/circles/queue-search-matching.ts'
import { agreeToCharter, writeCharter } from '#server/shared/deciding/charters.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { dateStage } from '#server/shared/stages/stages.ts'
import { type AdminCircleChange, circleValues } from './circle-values.ts'
import { createArcs, giveOwnerArcs } from './terms.ts'

/** Creates a circle with its arcs, the owner's membership and the first ledger row, in one transaction. */
export async function createCircle(
  tx: Tx,
  actor: Actor,
  form: AdminCircleChange & { readonly rules?: Rules | undefined },
  problemsOf: (form: CircleForm) => FieldProblem[] = circleFormProblems,
  ownerId = actor.id,
): Promise<string> {
  const fields = problemsOf(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const { title, city, ...values } = circleValues(form)
  const id = newId()
  // Only an administrator creates a circle for someone else.
  const isHiddenByAdmin = form.hideCircle === true && ownerId !== actor.id
  await queueSearchMatching(tx, id)
  await tx
    .insertInto('circles')
    .values({ ...values, id, title: title ?? '', city: city ?? '', created_by: ownerId, hidden_by_admin: isHiddenByAdmin })
    .execute()
  const { totalTargetSize, minimumShareSize, ownerInvestmentAmount } = form.investmentCriteria ?? {}
  await createArcs(tx, id, totalTargetSize ?? null, minimumShareSize ?? null)
  const membershipId = newId()
  await tx
    .insertInto('memberships')
    .values({ id: membershipId, circle_id: id, user_id: ownerId, is_owner: true, welcomed_at: sql<Date>`now()` })
    .execute()
  if (ownerInvestmentAmount) {
    await giveOwnerArcs(tx, { circleId: id, membershipId, ownerId, amount: ownerInvestmentAmount, actorId: actor.id })
  }
  if (form.rules && !sameRules(form.rules, defaultRules)) {
    const charter = { version: 1, rules: form.rules, clauses: charterClauses(form.rules), at: null }
    await writeCharter(tx, id, charter, actor.id)
  }
  // Whose circle an administrator creates has not agreed to anything.
  if (ownerId === actor.id) await agreeToCharter(tx, actor, id)
  await dateStage(tx, id)
  await writeAudit(tx, { act: 'circle.created', by: actor, subject: ['circle', id], facts: { amount: ownerInvestmentAmount ?? 0 } })
  await publishCircleChange(tx, id, 'circle', ownerId)
  return id
}
