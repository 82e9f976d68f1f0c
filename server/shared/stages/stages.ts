import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { decideInStage, type Holding, type Stage, type StagedAct, stageOf } from '#domain/stages.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { areArcsOpenToOthers } from './open-to-others.ts'

export async function readStage(db: Database | Tx, circleId: string): Promise<Stage> {
  const row = await db
    .selectFrom('circles')
    .select([
      sql<boolean>`ended_at is not null`.as('isEnded'),
      sql<Holding | null>`holding`.as('holding'),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id)`.as('arcs'),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id and membership_id is null)`.as('freeArcs'),
    ])
    .where('id', '=', circleId)
    .executeTakeFirstOrThrow()
  return stageOf(row)
}

/** Refuses what is not possible in this stage, which was read under the lock and after `closeDueFirst`. */
export function requireIn(stage: Stage, act: StagedAct): void {
  const decision = decideInStage(stage, act)
  if (!decision.ok) throw new Refusal(decision.reason)
}

/** Refuses what is not possible in the circle's present stage. The caller has locked the circle and called `closeDueFirst`. */
export async function requireStage(tx: Tx, circleId: string, act: StagedAct): Promise<void> {
  requireIn(await readStage(tx, circleId), act)
}

/** For acts that are possible in every stage but the last. */
export async function requireNotEnded(tx: Tx, circleId: string): Promise<void> {
  const ended = await tx.selectFrom('circles').select('id').where('id', '=', circleId).where('ended_at', 'is not', null).executeTakeFirst()
  if (ended) throw new Refusal('circle_ended')
}

/** A circle whose arcs are all held invites nobody, unless arcs of it are offered to others. The caller has locked the circle. */
export async function requireFreeArcs(tx: Tx, circleId: string): Promise<void> {
  if ((await readStage(tx, circleId)) === 'gathering') return
  const { rows } = await sql<{ isOpen: boolean }>`select ${areArcsOpenToOthers(sql`${circleId}::uuid`)} as "isOpen"`.execute(tx)
  if (!rows[0]?.isOpen) throw new Refusal('circle_full_no_invitations')
}

/** Dates the stage if it is not the last one dated: by default the present one. The caller has locked the circle. */
export async function dateStage(tx: Tx, circleId: string, known?: Stage): Promise<void> {
  const stage = known ?? (await readStage(tx, circleId))
  await sql`
    insert into stage_history (circle_id, stage)
    select ${circleId}::uuid, ${stage}
    where ${stage} is distinct from (select stage from stage_history where circle_id = ${circleId}::uuid order by id desc limit 1)`.execute(
    tx,
  )
}

/** When each stage that led to the present one began. A stage that was entered again has its latest date. */
export async function readStageDates(db: Database, circleId: string): Promise<{ stage: Stage; at: string }[]> {
  const rows = await db
    .selectFrom('stage_history')
    .select(['stage', 'began_at'])
    .where('circle_id', '=', circleId)
    .orderBy('id')
    .$castTo<{ stage: Stage; began_at: Date }>()
    .execute()
  const dates = new Map<Stage, string>()
  for (const { stage, began_at } of rows) {
    // Back from deciding to gathering: the later stage has not begun any more.
    if (stage === 'gathering') dates.clear()
    dates.set(stage, began_at.toISOString())
  }
  return [...dates].map(([stage, at]) => ({ stage, at }))
}
