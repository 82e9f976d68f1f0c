import { Refusal } from '#contract/errors.ts'
import { decideOnDetails, openStops, type PayAct } from '#domain/where-to-pay.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readNamedDetails, readNow } from '#server/shared/pay-details/pay-details.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { findDetails, lockPayBasis, type PaySite } from './pay-basis.ts'
import { tellMembers, writePayEvent } from './write-pay-event.ts'

export type DetailsAt = { readonly circleId: string; readonly detailsId: string }
type Call = { readonly number: string; readonly found: string }

/** Checks under the lock that the person may do this with these details, and uses their step-up. */
async function begin(tx: Tx, actor: Actor, { circleId, detailsId }: DetailsAt, act: Exclude<PayAct, 'name' | 'show'>, site: PaySite) {
  const basis = await lockPayBasis(tx, circleId, actor, site)
  const { details, ofPlace } = findDetails(basis, detailsId)
  const decision = decideOnDetails(act, basis.actor, details, ofPlace, basis.clock)
  if (!decision.ok) throw new Refusal(decision.reason)
  await redeemStepUp(tx, actor, 'where_to_pay')
  return details
}

/** A member who did not name the details says which number they called. Three days of notice begin. */
export async function confirmDetails(tx: Tx, actor: Actor, at: DetailsAt, { number, found }: Call, site: PaySite): Promise<void> {
  const details = await begin(tx, actor, at, 'confirm', site)
  await writePayEvent(tx, actor, { circleId: at.circleId, details, kind: 'confirmed', number, words: found })
  await tellMembers(tx, at.circleId, 'confirmed', site.publicUrl)
}

export async function stopDetails(tx: Tx, actor: Actor, at: DetailsAt, words: string | null | undefined, site: PaySite): Promise<void> {
  const details = await begin(tx, actor, at, 'stop', site)
  await writePayEvent(tx, actor, { circleId: at.circleId, details, kind: 'stopped', words })
  await tellMembers(tx, at.circleId, 'stopped', site.publicUrl)
}

/** A call after a stop. The second one of others ends it. */
export async function callBack(tx: Tx, actor: Actor, at: DetailsAt, { number, found }: Call, site: PaySite): Promise<void> {
  const details = await begin(tx, actor, at, 'call_back', site)
  await writePayEvent(tx, actor, { circleId: at.circleId, details, kind: 'called_back', number, words: found })
  const now = (await readNamedDetails(tx, at.circleId)).find(({ id }) => id === details.id)
  if (now && openStops(now, await readNow(tx)).length === 0) await tellMembers(tx, at.circleId, 'released', site.publicUrl)
}

/** Takes back details that are not in force yet. */
export async function withdrawDetails(tx: Tx, actor: Actor, at: DetailsAt, site: PaySite): Promise<void> {
  const details = await begin(tx, actor, at, 'withdraw', site)
  await writePayEvent(tx, actor, { circleId: at.circleId, details, kind: 'withdrawn' })
  await tellMembers(tx, at.circleId, 'withdrawn', site.publicUrl)
}
