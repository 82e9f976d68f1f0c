import type { Holding } from '#domain/stages.ts'
import type { Tx } from '#server/db/connect.ts'
import { lapseMotionsNotIn } from '#server/shared/deciding/lapse-motions.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { dateStage, readStage } from '#server/shared/stages/stages.ts'

/** The circle goes on to another stage because of its purchase. The caller has locked the circle and closed what was due. */
export async function changeHolding(tx: Tx, circleId: string, holding: Holding | null): Promise<void> {
  await tx.updateTable('circles').set({ holding }).where('id', '=', circleId).execute()
  const stage = await readStage(tx, circleId)
  await dateStage(tx, circleId, stage)
  await lapseMotionsNotIn(tx, circleId, stage)
  await publishCircleChange(tx, circleId, 'circle')
}
