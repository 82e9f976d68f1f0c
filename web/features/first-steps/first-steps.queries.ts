import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { firstStepsReply, firstStepsRequest } from '#contract/first-steps.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { circleFact, firstStepsFact, invitationsFact, membersFact, propertiesFact, rulesFact } from '#web/api/facts.ts'
import { toastFailure } from '#web/ui/feedback/toast.tsx'

export const firstStepsQuery = (circleId: string) =>
  queryOptions({
    queryKey: [
      showing(
        firstStepsFact(circleId),
        circleFact(circleId),
        membersFact(circleId),
        propertiesFact(circleId),
        rulesFact(circleId),
        invitationsFact(circleId),
      ),
      'first-steps',
      circleId,
    ],
    queryFn: ({ signal }) => api.get<typeof firstStepsReply>(`app/circle/${circleId}/first-steps`, { signal, quiet: true }),
  })

export function useSaveFirstSteps(circleId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = firstStepsQuery(circleId)
  return useMutation({
    mutationFn: (done: z.infer<typeof firstStepsRequest>) =>
      api.put<typeof firstStepsReply>(`app/circle/${circleId}/first-steps`, done, { quiet: true }),
    // The answer is what the query shows.
    onSuccess: (steps) => queryClient.setQueryData(queryKey, steps),
    onError: toastFailure,
  })
}
