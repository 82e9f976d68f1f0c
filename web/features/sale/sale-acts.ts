import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { saleReply, saleRequest } from '#contract/sale.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useIdempotentAct } from '#web/api/use-idempotent-act.ts'
import { saleQuery } from '#web/shared/sale/sale.queries.ts'

export type NewSale = z.infer<typeof saleRequest>

/** What people do with a sale. The page shows what the server answers; nothing waits for a connection. */
export function useSaleActs(circleId: string) {
  const queryClient = useQueryClient()
  const once = useIdempotentAct([...acts.acquisitionChanged(circleId), ...acts.moneyChanged(circleId)])
  const base = `app/sale/${circleId}`
  const post = async (path: string, body: object) => {
    const sale = await once(`${path} ${JSON.stringify(body)}`, (options) => api.post<typeof saleReply>(`${base}${path}`, body, options))
    queryClient.setQueryData(saleQuery(circleId).queryKey, sale)
  }
  return {
    record: (sale: NewSale) => post('', sale),
    withdraw: (settlementId: string) =>
      once(`withdraw ${settlementId}`, (options) => api.delete(`${base}/settlement/${settlementId}`, options)),
    confirm: (settlementId: string) => post(`/settlement/${settlementId}/confirm`, { settlementId }),
  }
}
export type SaleActs = ReturnType<typeof useSaleActs>
