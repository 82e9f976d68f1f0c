import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { charterHistoryReply, charterReply, decidingReply, recordQuery, recordReply } from '#contract/deciding.ts'
import type { Rules } from '#domain/outcome.ts'
import { defaultRecordPageSize } from '#domain/pages.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, recordFact, rulesFact } from '#web/api/facts.ts'

/** All versions of a circle's charter, and the one the reader accepted. */
export const charterHistoryQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(rulesFact(circleId), 'people'), 'charters', circleId],
    queryFn: ({ signal }) => api.get<typeof charterHistoryReply>(`app/circle/${circleId}/charter`, { signal }),
  })

/** Newest first. */
export const recordQueryOf = (
  circleId: string,
  { property, page = 1, pageSize = defaultRecordPageSize }: z.infer<typeof recordQuery> = {},
) =>
  queryOptions({
    queryKey: [showing(recordFact(circleId), 'people'), 'record', circleId, property, page, pageSize],
    queryFn: ({ signal }) =>
      api.get<typeof recordReply>(
        `app/circle/${circleId}/record?page=${page}&pageSize=${pageSize}${property ? `&property=${encodeURIComponent(property)}` : ''}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const recordCsvPath = (circleId: string): string => `app/circle/${circleId}/record?format=csv`

/** Agrees to the version that the person has read. */
export function useAcceptCharter(circleId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (version: number) =>
      api.post<typeof charterHistoryReply>(`app/circle/${circleId}/charter/accept`, { version }, { quiet: true }),
    onSettled: () => cache.invalidate(acts.charterAccepted(circleId)),
  })
}

export function useSaveRules(circleId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (rules: Rules) => api.put<typeof charterReply>(`app/circle/${circleId}/rules`, rules, { quiet: true }),
    onSettled: () => cache.invalidate(acts.rulesChanged(circleId)),
  })
}

export function useSetClosingDate(circleId: string, propertyId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (closesAt: string | null) =>
      api.put<typeof decidingReply>(`app/property/${propertyId}/closing`, { closesAt }, { quiet: true }),
    onSuccess: () => cache.invalidate(acts.closingDateSet(circleId)),
  })
}
