import { Refusal } from '#contract/errors.ts'
import type { ShownDetails } from '#contract/where-to-pay.ts'
import { decideOnDetails, shownSeconds } from '#domain/where-to-pay.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import { readNow } from '#server/shared/pay-details/pay-details.ts'
import { openDetails } from '#server/shared/pay-details/seal.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import type { DetailsAt } from './act-on-details.ts'
import { findDetails, lockPayBasis, type PaySite } from './pay-basis.ts'
import { writePayEvent } from './write-pay-event.ts'

export type Showing = Pick<ShownDetails, 'until' | 'purpose'>

/** Writes that the person sees the details, and until when. The details are read afterwards, so that no stored answer contains them. */
export async function beginShowing(tx: Tx, keys: DataKeys, actor: Actor, at: DetailsAt, site: PaySite): Promise<Showing> {
  const basis = await lockPayBasis(tx, at.circleId, actor, site)
  const { details, ofPlace } = findDetails(basis, at.detailsId)
  const decision = decideOnDetails('show', basis.actor, details, ofPlace, basis.clock)
  if (!decision.ok) throw new Refusal(decision.reason)
  // A showing that fails would be in the list of those who saw them.
  await readDetails(tx, keys, at)
  await redeemStepUp(tx, actor, 'where_to_pay')
  await writePayEvent(tx, actor, { circleId: at.circleId, details, kind: 'shown' })
  const until = new Date(basis.clock.now + shownSeconds * 1_000).toISOString()
  return { until, purpose: decision.value === 'to_pay' ? 'to_pay' : 'to_compare' }
}

/** A repeated request gets them only while the first one's time has not passed, and only as a member. */
export async function readShown(db: Database, keys: DataKeys, actor: Actor, at: DetailsAt, showing: Showing): Promise<ShownDetails> {
  if (!(await findRelation(db, at.circleId, actor))?.isMember) throw new Refusal('circle_not_found')
  if ((await readNow(db)) >= Date.parse(showing.until)) throw new Refusal('pay_details_closed')
  const { payee, bank, routingNumber, accountNumber, iban } = await readDetails(db, keys, at)
  return { ...showing, payee, bank, routingNumber, accountNumber, iban: iban ?? null }
}

async function readDetails(db: Database | Tx, keys: DataKeys, { circleId, detailsId }: DetailsAt) {
  const row = await db
    .selectFrom('pay_details')
    .select(['id', 'bank_account_id', 'key_id', 'sealed'])
    .where('id', '=', detailsId)
    .where('circle_id', '=', circleId)
    .executeTakeFirstOrThrow()
  return openDetails(keys, { id: row.id, circleId, bankAccountId: row.bank_account_id }, { keyId: row.key_id, sealed: row.sealed })
}
