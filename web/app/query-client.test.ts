import { afterEach, expect, test, vi } from 'vitest'
import { showing } from '#web/api/cache-rules.ts'
import { myMembershipsQuery } from '#web/api/circles.ts'
import { ApiError } from '#web/api/client.ts'
import { circleFact } from '#web/api/facts.ts'
import { redirectToForbidden, setNavigator } from '#web/api/redirects.ts'
import { createQueryClient } from './query-client.ts'

const refused = { queryKey: [showing(circleFact('7')), 'inside'] as const, queryFn: () => Promise.reject(new ApiError(403, 'Not for you')) }

afterEach(() => window.history.replaceState(null, '', '/'))

test('a refusal for data that was loaded before refetches one’s memberships', async () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(myMembershipsQuery('me').queryKey, [])
  queryClient.setQueryData(refused.queryKey, 'as a member')
  await expect(queryClient.fetchQuery({ ...refused, staleTime: 0 })).rejects.toThrow('Not for you')
  expect(queryClient.getQueryData(myMembershipsQuery('me').queryKey)).toBeUndefined()
})

test('a refusal for data that was never loaded does not refetch memberships', async () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(myMembershipsQuery('me').queryKey, [])
  await expect(queryClient.fetchQuery(refused)).rejects.toThrow('Not for you')
  expect(queryClient.getQueryData(myMembershipsQuery('me').queryKey)).toEqual([])
})

test('a refusal opens the Forbidden page, except on circle pages, which redirect themselves', () => {
  const go = vi.fn()
  setNavigator(go)
  for (const path of ['/circle/7', '/broker/circle/7']) {
    window.history.replaceState(null, '', path)
    redirectToForbidden()
  }
  expect(go).not.toHaveBeenCalled()
  window.history.replaceState(null, '', '/circle/7/record')
  redirectToForbidden()
  expect(go).toHaveBeenCalledExactlyOnceWith('/forbidden')
})
