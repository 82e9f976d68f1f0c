import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { FirstSteps, firstStepsRequest } from '#contract/first-steps.ts'
import { ruleWords } from '#domain/outcome.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { charterOf, currentCharter } from '#server/shared/deciding/charters.ts'

/** Nothing is stored about a new circle until its owner does something that no other table says. */
export async function readFirstSteps(db: Database | Tx, circleId: string): Promise<FirstSteps> {
  const row = await db
    .selectFrom('circles')
    .leftJoin('circle_first_steps as done', 'done.circle_id', 'circles.id')
    .select(['circles.hide_circle', 'done.rules_read_at', 'done.shared_at', 'done.put_away_at', currentCharter.as('charter')])
    .select([
      sql<number>`(select count(*) from circle_invitations where circle_invitations.circle_id = circles.id
        and not circle_invitations.is_by_seller)`.as('invited'),
      sql<number>`(select count(*) from circle_invitations join memberships on memberships.circle_id = circle_invitations.circle_id
        and memberships.user_id = circle_invitations.user_id and memberships.ended_at is null
        where circle_invitations.circle_id = circles.id and circle_invitations.joined_at is not null)`.as('joined'),
      sql<number>`(select count(*) from memberships where memberships.circle_id = circles.id and ended_at is null)`.as('members'),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id)`.as('arcs'),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id and membership_id is null)`.as('freeArcs'),
      sql<number>`(select count(*) from properties where properties.circle_id = circles.id and deleted_at is null)`.as('properties'),
      // A version that nobody set is the default one, which was stored when someone agreed to it.
      sql<Date | null>`(select max(at) from charters where charters.circle_id = circles.id and set_by is not null)`.as('rulesChangedAt'),
    ])
    .where('circles.id', '=', circleId)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('circle_not_found')
  const { invited, joined, members, arcs, freeArcs, properties } = row
  return {
    invited,
    joined,
    members,
    arcs,
    freeArcs,
    properties,
    rules: ruleWords(charterOf(row.charter).rules),
    rulesReadAt: row.rules_read_at?.toISOString() ?? null,
    rulesChangedAt: row.rulesChangedAt?.toISOString() ?? null,
    isPrivate: row.hide_circle,
    sharedAt: row.shared_at?.toISOString() ?? null,
    isPutAway: row.put_away_at !== null,
  }
}

/** The caller has locked the circle as its owner. */
export async function saveFirstSteps(tx: Tx, circleId: string, sent: z.infer<typeof firstStepsRequest>): Promise<void> {
  const now = sql<Date>`now()`
  const values = {
    rules_read_at: sent.rulesRead ? now : null,
    shared_at: sent.shared ? now : null,
    put_away_at: sent.isPutAway ? now : null,
  }
  await tx
    .insertInto('circle_first_steps')
    .values({ circle_id: circleId, ...values })
    .onConflict((conflict) =>
      conflict.column('circle_id').doUpdateSet({
        rules_read_at: sql`coalesce(circle_first_steps.rules_read_at, excluded.rules_read_at)`,
        shared_at: sql`coalesce(circle_first_steps.shared_at, excluded.shared_at)`,
        ...(sent.isPutAway !== undefined && { put_away_at: sql`excluded.put_away_at` }),
      }),
    )
    .execute()
}
