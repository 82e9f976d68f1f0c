import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { charterHistoryReply, charterReply, decidingReply, type recordQuery, recordReply } from '#contract/deciding.ts'
import type { Rules } from '#domain/outcome.ts'
import { circleKey } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'

/** Every version of a circle's charter, and the one the reader agreed to. */
export const charterHistoryQuery = (circleId: string) =>
  queryOptions({
    queryKey: [...circleKey(circleId), 'charters'],
    queryFn: ({ signal }) => api.get(`app/circle/${circleId}/charter`, charterHistoryReply, { signal }),
  })

export type RecordPage = z.infer<typeof recordReply>['data']

/** The record, newest first. */
export const recordQueryOf = (circleId: string, { page = 1, pageSize = 50 }: z.infer<typeof recordQuery> = {}) =>
  queryOptions({
    queryKey: [...circleKey(circleId), 'record', page, pageSize],
    queryFn: ({ signal }) => api.get(`app/circle/${circleId}/record?page=${page}&pageSize=${pageSize}`, recordReply, { signal }),
    placeholderData: keepPreviousData,
  })

export const recordCsvPath = (circleId: string): string => `app/circle/${circleId}/record?format=csv`

export function useSaveRules(circleId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (rules: Rules) => api.put(`app/circle/${circleId}/rules`, rules, charterReply, { quiet: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: circleKey(circleId) }),
  })
}

export function useSetClosingDate(circleId: string, propertyId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (closesAt: string | null) => api.put(`app/property/${propertyId}/closing`, { closesAt }, decidingReply, { quiet: true }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: circleKey(circleId) }),
  })
}
