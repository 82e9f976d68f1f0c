import type { Tx } from '#server/db/connect.ts'

/** Recording a sale ends open offers of arcs. The place where offers of `server/shared/offers` end with it. */
export async function endOffersOfSold(_tx: Tx, _circleId: string): Promise<void> {}
