import { queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { done } from '#contract/reply.ts'
import type { decideReportRequest, reportPage, reportReply } from '#contract/reports.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

/** `query` is that of the page's address. */
export const reportsQuery = (query: string) =>
  queryOptions({
    queryKey: [showing('reports'), 'reports', query],
    queryFn: ({ signal }) => api.get<typeof reportPage>(`admin/report${query && `?${query}`}`, { signal }),
  })

/** Shows what stands now in the place of the thing, which anyone may change. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [showing('reports', 'people'), 'report', id],
    queryFn: ({ signal }) => api.get<typeof reportReply>(`admin/report/${encodeURIComponent(id)}`, { signal, quiet: true }),
    staleTime: 0,
  })

type Order = z.infer<typeof decideReportRequest>

/**
 * `onDecided` also runs if the form is gone by then: the live event may come before the answer. A refusal says that another administrator was
 * first, so the page shows an old report.
 */
export function useDecideReport(id: string, onDecided: (order: Order) => void) {
  const cache = useCache()
  return useMutation({
    mutationFn: (order: Order) => api.post<typeof done>(`admin/report/${id}/decision`, order, { quiet: true }),
    onSuccess: (_answer, order) => onDecided(order),
    onSettled: () => cache.invalidate(acts.reportDecided),
  })
}

export function useShowAgain(id: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: () => api.post<typeof done>(`admin/report/${id}/show-again`, {}, { quiet: true }),
    onSettled: () => cache.invalidate(acts.reportDecided),
  })
}
