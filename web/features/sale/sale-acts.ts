import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import type { saleReply, saleRequest } from '#contract/sale.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { ApiError, api, type CallOptions } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { saleQuery } from '#web/shared/sale/sale.queries.ts'

export type NewSale = z.infer<typeof saleRequest>

/** What people do with a sale. The page shows what the server answers; nothing waits for a connection. */
export function useSaleActs(circleId: string) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const key = useRef({ of: '', id: '' })
  const base = `app/sale/${circleId}`

  /** A double click, or a retry after a lost answer, sends the same key and so does it only once. */
  const once = async <Answer>(of: string, act: (options: CallOptions) => Promise<Answer>): Promise<Answer> => {
    if (key.current.of !== of) key.current = { of, id: crypto.randomUUID() }
    try {
      const answer = await act({ quiet: true, idempotencyKey: key.current.id })
      key.current = { of: '', id: '' }
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0) key.current = { of: '', id: '' }
      throw error
    } finally {
      void cache.invalidate([...acts.acquisitionChanged(circleId), ...acts.moneyChanged(circleId)])
    }
  }
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
