import type { FactsOf } from '#domain/motion-kinds.ts'
import type { Tx } from '#server/db/connect.ts'
import type { MotionRow } from '#server/shared/deciding/motions.ts'
import { postByMotion } from './posting.ts'
import { reverseByMotion } from './reversal.ts'

/** What a passed motion about a distribution does. One to deposit is a permission, which the treasurer uses with the paper. */
export async function distributeByMotion(
  tx: Tx,
  { motion, publicUrl }: { readonly motion: MotionRow; readonly publicUrl: string },
  { act, distribution }: FactsOf<'distribute'>,
): Promise<void> {
  if (act === 'post') await postByMotion(tx, distribution, publicUrl)
  if (act === 'reverse')
    await reverseByMotion(tx, {
      circleId: motion.circle_id,
      distributionId: distribution,
      motionId: motion.id,
      proposedBy: motion.proposed_by,
    })
}
