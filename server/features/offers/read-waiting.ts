import { sql } from 'kysely'
import type { Offer } from '#contract/offers.ts'
import { fullName } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { isOf } from '#server/shared/invitations/invitations.ts'
import { findAsked } from '#server/shared/offers/asked.ts'
import type { StoredOffer } from '#server/shared/offers/read-offers.ts'

/** A seller with more reads the first of them. */
const mostShown = 100

/** In their order: who was told because they wait for the circle. */
async function readWaitingList(tx: Tx, circleId: string, asked: readonly string[]) {
  if (asked.length === 0) return []
  const rows = await tx
    .selectFrom('waiting_list')
    .innerJoin('users', 'users.id', 'waiting_list.user_id')
    .select(['users.id as user', 'users.first_name', 'users.last_name', 'waiting_list.created_at as since'])
    .where('waiting_list.circle_id', '=', circleId)
    .where('users.id', 'in', [...asked])
    .orderBy('waiting_list.created_at')
    .orderBy('waiting_list.id')
    .limit(mostShown)
    .execute()
  return rows.map(({ user, first_name, last_name, since }) => ({
    user,
    invitation: null,
    who: fullName({ firstName: first_name, lastName: last_name }),
    origin: 'waiting_list' as const,
    since: since.toISOString(),
    state: 'told' as const,
  }))
}

/** Whom the seller invited, here or to other arcs of theirs. Of an account only what it did by the link is used: see `invitationFacts`. */
async function readInvited(tx: Tx, { circleId, seller }: StoredOffer, asked: readonly string[]) {
  const rows = await tx
    .selectFrom('circle_invitations')
    .select(['id', 'email', 'user_id as user', 'opened_at', 'reminded_at', 'created_at as since'])
    .where(isOf({ circleId, seller }))
    .where('joined_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostShown)
    .execute()
  return rows.map(({ id, email, user, opened_at, reminded_at, since }) => ({
    user,
    invitation: { _id: id, mayRemind: reminded_at === null },
    who: email,
    origin: 'invited' as const,
    since: since.toISOString(),
    state:
      user === null
        ? opened_at
          ? ('opened' as const)
          : ('sent' as const)
        : asked.includes(user)
          ? ('told' as const)
          : ('not_verified' as const),
  }))
}

/** For the seller: who could take the arcs over and has not said yes. */
export async function readWaiting(tx: Tx, offer: StoredOffer, yeses: readonly { readonly user: string }[]): Promise<Offer['waiting']> {
  const asked = await findAsked(tx, offer.circleId)
  const hasAnswered = (user: string | null): boolean => yeses.some((each) => each.user === user)
  const people = [...(await readWaitingList(tx, offer.circleId, asked)), ...(await readInvited(tx, offer, asked))]
  return people.filter(({ user }) => !hasAnswered(user)).map(({ user: _, ...shown }) => shown)
}
