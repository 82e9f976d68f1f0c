import type { Tx } from '#server/db/connect.ts'
import { endOffers } from '#server/shared/offers/end-offers.ts'

/** Recording a sale ends open offers of arcs; a transfer that is paid goes on to its own end. */
export const endOffersOfSold = (tx: Tx, circleId: string): Promise<void> => endOffers(tx, circleId, 'sale')
