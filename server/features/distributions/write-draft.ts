import type { Draft } from '#contract/distributions.ts'
import { Refusal } from '#contract/errors.ts'
import { decideDistribution, mostToDistribute } from '#domain/distributions.ts'
import type { Cents } from '#domain/money.ts'
import { belowFloorWords } from '#domain/payouts.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readPaidArcs } from '#server/shared/distributions/arcs.ts'
import { readCash } from '#server/shared/distributions/cash.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { type Acting, findDraft, lockForTreasurer, type Place } from './lock-distributions.ts'

/** Refuses an amount that would leave free cash below the floor, with what it would leave. */
export async function requireCovered(tx: Tx, circleId: string, amountCents: Cents): Promise<void> {
  const arcs = await readPaidArcs(tx, circleId)
  const cash = await readCash(tx, circleId)
  const decision = decideDistribution(amountCents, arcs, cash)
  if (decision.ok) return
  if (decision.reason !== 'below_the_floor') throw new Refusal(decision.reason)
  const setOff = decideDistribution(amountCents, arcs, { freeCashCents: Number.MAX_SAFE_INTEGER, floorCents: 0 })
  const owed = setOff.ok ? setOff.value.reduce((sum, { owedCents }) => sum + owedCents, 0) : amountCents
  throw new Refusal('below_the_floor', {
    error: belowFloorWords(cash.freeCashCents - owed, cash.floorCents, mostToDistribute(arcs, cash)),
  })
}

export async function writeDraft(tx: Tx, actor: Actor, circleId: string, { amountCents, note }: Draft, site: Acting): Promise<string> {
  await lockForTreasurer(tx, circleId, actor, site)
  await requireCovered(tx, circleId, amountCents)
  const id = newId()
  await tx.insertInto('distributions').values({ id, circle_id: circleId, amount_cents: amountCents, drafted_by: actor.id }).execute()
  await tx
    .insertInto('distribution_texts')
    .values({ distribution_id: id, note: note ?? '' })
    .execute()
  await writeAudit(tx, { act: 'distribution.drafted', by: actor, subject: ['distribution', id], facts: { circle: circleId, amountCents } })
  await publishCircleChange(tx, circleId, 'money')
  return id
}

export async function changeDraft(tx: Tx, actor: Actor, place: Place, { amountCents, note }: Draft, site: Acting): Promise<void> {
  await lockForTreasurer(tx, place.circleId, actor, site)
  const { id } = await findDraft(tx, place)
  await requireCovered(tx, place.circleId, amountCents)
  await tx.updateTable('distributions').set({ amount_cents: amountCents }).where('id', '=', id).execute()
  await tx
    .updateTable('distribution_texts')
    .set({ note: note ?? '' })
    .where('distribution_id', '=', id)
    .execute()
  await writeAudit(tx, {
    act: 'distribution.changed',
    by: actor,
    subject: ['distribution', id],
    facts: { circle: place.circleId, amountCents },
  })
  await publishCircleChange(tx, place.circleId, 'money')
}

export async function deleteDraft(tx: Tx, actor: Actor, place: Place, site: Acting): Promise<void> {
  await lockForTreasurer(tx, place.circleId, actor, site)
  const { id } = await findDraft(tx, place)
  await tx.deleteFrom('distributions').where('id', '=', id).execute()
  await writeAudit(tx, { act: 'distribution.deleted', by: actor, subject: ['distribution', id], facts: { circle: place.circleId } })
  await publishCircleChange(tx, place.circleId, 'money')
}
