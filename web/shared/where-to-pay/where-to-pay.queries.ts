import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { callRequest, nameDetailsRequest, shownReply, whereToPayReply } from '#contract/where-to-pay.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, circleFact, membersFact, whereToPayFact } from '#web/api/facts.ts'

/** Who named, confirmed, stopped and saw where to pay; never the details. It is not kept for a lost connection. */
export const whereToPayQuery = (circleId: string) =>
  queryOptions({
    queryKey: [
      showing(whereToPayFact(circleId), circleFact(circleId), membersFact(circleId), 'myself', 'people'),
      'where-to-pay',
      circleId,
    ],
    queryFn: ({ signal }) => api.get<typeof whereToPayReply>(`app/where-to-pay/${circleId}`, { signal, quiet: true }),
  })

export type NewDetails = z.infer<typeof nameDetailsRequest>
export type Call = z.infer<typeof callRequest>

/** What members do with where to pay. Nothing waits for a connection, and what is shown is in no cache: its caller alone holds it. */
export function usePayActs(circleId: string) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const base = `app/where-to-pay/${circleId}`
  const refresh = () => void cache.invalidate(acts.whereToPayChanged(circleId))
  const post = async (path: string, body: object = {}) => {
    try {
      const now = await api.post<typeof whereToPayReply>(`${base}${path}`, body, { quiet: true, idempotencyKey: crypto.randomUUID() })
      queryClient.setQueryData(whereToPayQuery(circleId).queryKey, now)
    } finally {
      refresh()
    }
  }
  return {
    name: (details: NewDetails) => post('', details),
    confirm: (id: string, call: Call) => post(`/${id}/confirm`, call),
    callBack: (id: string, call: Call) => post(`/${id}/call-back`, call),
    stop: (id: string, words: string) => post(`/${id}/stop`, { words }),
    withdraw: (id: string) => post(`/${id}/withdraw`),
    show: async (id: string) => {
      const shown = await api.post<typeof shownReply>(`${base}/${id}/show`, undefined, { quiet: true, idempotencyKey: crypto.randomUUID() })
      refresh()
      return shown
    },
  }
}
