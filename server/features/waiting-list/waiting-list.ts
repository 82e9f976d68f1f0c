import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { waitingPlace } from '#contract/membership.ts'
import { sharesAvailable } from '#domain/arcs.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { lockArcs } from '#server/db/lock-arcs.ts'
import { relationTo } from '#server/features/circles/access.lookup.ts'
import type { Actor } from '#server/sessions/actor.ts'

type WaitingPlace = z.infer<typeof waitingPlace>['data']

/** Where someone stands in line; the first has place 1. */
export async function placeInLine(db: Database | Tx, circleId: string, userId: string): Promise<WaitingPlace> {
  const { waiting, place } = await db
    .selectFrom('waiting_list')
    .select([
      sql<number>`count(*)`.as('waiting'),
      sql<number>`count(*) filter (where id <= (select id from waiting_list where circle_id = ${circleId} and user_id = ${userId}))`.as(
        'place',
      ),
    ])
    .where('circle_id', '=', circleId)
    .executeTakeFirstOrThrow()
  return { isWaiting: place > 0, place: place > 0 ? place : null, waiting }
}

/** Holds the circle: whoever enters while shares come free is either told of them or refused, never left waiting beside them. */
export async function enterLine(tx: Tx, actor: Actor, circleId: string): Promise<WaitingPlace> {
  const arcs = await lockArcs(tx, circleId)
  if ((await relationTo(tx, circleId, actor.id))?.isMember) throw new Refusal('already_member')
  if (arcs.length === 0) throw new Refusal('circle_not_open')
  if (sharesAvailable(arcs) > 0) throw new Refusal('shares_available')
  const entered = await tx
    .insertInto('waiting_list')
    .values({ circle_id: circleId, user_id: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (entered.numInsertedOrUpdatedRows === 1n) await recordAct(tx, { act: 'line.entered', by: actor, subject: ['circle', circleId] })
  return placeInLine(tx, circleId, actor.id)
}

/** Leaving twice is leaving once. */
export async function leaveLine(tx: Tx, actor: Actor, circleId: string): Promise<void> {
  const left = await tx.deleteFrom('waiting_list').where('circle_id', '=', circleId).where('user_id', '=', actor.id).executeTakeFirst()
  if (left.numDeletedRows > 0n) await recordAct(tx, { act: 'line.left', by: actor, subject: ['circle', circleId] })
}
