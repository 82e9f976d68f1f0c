import { Refusal } from '#contract/errors.ts'
import type { NamedDetails, PayActor } from '#domain/where-to-pay.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { closeDueFirst } from '#server/shared/closing/close-due.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { type DetailsRow, readNamedDetails, readNow } from '#server/shared/pay-details/pay-details.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

export type PaySite = { readonly publicUrl: string; readonly noticeSeconds: number }

export type PayBasis = {
  readonly actor: PayActor
  readonly all: readonly DetailsRow[]
  readonly clock: { readonly now: number; readonly noticeSeconds: number }
}

/** Who acts, and everything that was named in the circle. The caller has checked that they are a member. */
export async function readPayBasis(
  db: Database | Tx,
  circleId: string,
  person: { readonly id: string; readonly isOwner: boolean; readonly credentialsChangedAt: Date | null },
  noticeSeconds: number,
): Promise<PayBasis> {
  const actor = {
    id: person.id,
    isOwnerOrTreasurer: person.isOwner || (await readTreasurer(db, circleId)) === person.id,
    isOnlyMember: (await countMembers(db, circleId)) === 1,
    credentialsChangedAt: person.credentialsChangedAt?.getTime() ?? null,
  }
  return { actor, all: await readNamedDetails(db, circleId), clock: { now: await readNow(db), noticeSeconds } }
}

/** Locks the person and the circle, closes what is due, and reads again who may do what. */
export async function lockPayBasis(tx: Tx, circleId: string, actor: Actor, site: PaySite): Promise<PayBasis> {
  const self = await lockSelf(tx, actor)
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, site)
  const relation = await findRelation(tx, circleId, actor)
  if (!relation?.isMember) throw new Refusal('circle_not_found')
  await requireNotEnded(tx, circleId)
  const person = { id: actor.id, isOwner: relation.isOwner, credentialsChangedAt: self.credentials_changed_at }
  return readPayBasis(tx, circleId, person, site.noticeSeconds)
}

/** Named details of the circle, with the others of their place. */
export function findDetails(
  { all }: PayBasis,
  detailsId: string,
): { readonly details: DetailsRow; readonly ofPlace: readonly NamedDetails[] } {
  const details = all.find(({ id }) => id === detailsId)
  if (!details) throw new Refusal('pay_details_not_found')
  return { details, ofPlace: all.filter(({ bankAccountId }) => bankAccountId === details.bankAccountId) }
}

async function countMembers(db: Database | Tx, circleId: string): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
