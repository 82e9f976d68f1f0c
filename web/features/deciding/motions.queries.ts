import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  Motion,
  motionBasisReply,
  motionListReply,
  motionReply,
  motionVoteRequest,
  proposeMotionRequest,
  stageReply,
} from '#contract/motions.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, circleFact, type Facts, membersFact, motionsFact, propertiesFact, rulesFact } from '#web/api/facts.ts'
import { currentAddress, sendOrKeep } from '#web/api/waiting-acts.ts'

/** The stage line: what has happened, what comes next, and what waits for the reader. */
export const stageQuery = (circleId: string) =>
  queryOptions({
    queryKey: [
      showing(circleFact(circleId), membersFact(circleId), propertiesFact(circleId), motionsFact(circleId), rulesFact(circleId), 'people'),
      'stage',
      circleId,
    ],
    queryFn: ({ signal }) => api.get<typeof stageReply>(`app/circle/${circleId}/stage`, { signal, quiet: true }),
  })

/** Open motions by closing date, and one page of the closed ones, newest first. */
export const motionsQuery = (circleId: string, page = 1) =>
  queryOptions({
    queryKey: [showing(motionsFact(circleId), membersFact(circleId), 'people'), 'motions', circleId, page],
    queryFn: ({ signal }) => api.get<typeof motionListReply>(`app/motion/${circleId}?page=${page}`, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

export const motionQuery = (circleId: string, motionId: string) =>
  queryOptions({
    queryKey: [showing(motionsFact(circleId), membersFact(circleId), 'people'), 'motion', circleId, motionId],
    queryFn: ({ signal }) => api.get<typeof motionReply>(`app/motion/${circleId}/${motionId}`, { signal }),
  })

/** What a new motion would be counted by. */
export const motionBasisQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(motionsFact(circleId), membersFact(circleId), rulesFact(circleId), 'people'), 'motion-basis', circleId],
    queryFn: ({ signal }) => api.get<typeof motionBasisReply>(`app/motion/${circleId}/basis`, { signal }),
  })
export type MotionBasis = z.infer<typeof motionBasisReply>['data']

export type Proposal = z.infer<typeof proposeMotionRequest>

/** A changed motion keeps its address, a new one gets its own. */
export const sendProposal = (circleId: string, changed: string | undefined, proposal: Proposal): Promise<Motion> =>
  changed
    ? api.put<typeof motionReply>(`app/motion/${circleId}/${changed}`, proposal, { quiet: true })
    : api.post<typeof motionReply>(`app/motion/${circleId}`, proposal, { quiet: true })

/** Of a vote that waits to be sent. */
export const motionVoteSubject = (motionId: string): string => `vote:${motionId}`

/** What members do with a motion. Each reply is the motion as it is now, which the page shows at once. */
export function useMotionActs(circleId: string, motionId: string) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const show = (motion: Motion, facts: Facts) => {
    queryClient.setQueryData(motionQuery(circleId, motionId).queryKey, motion)
    void cache.invalidate(facts)
  }
  /** The last vote that can come closes a motion at once. */
  const factsOf = ({ endedAt }: Motion) => (endedAt !== null ? acts.motionClosed(circleId) : acts.motionVotedOn(circleId))
  const send = (act: 'withdraw' | 'conflict' | 'claim', body: object = {}) =>
    api.post<typeof motionReply>(`app/motion/${circleId}/${motionId}/${act}`, body, { quiet: true })
  return {
    vote: async (ballot: z.infer<typeof motionVoteRequest>, about: string): Promise<void> => {
      const result = await sendOrKeep({
        kind: 'vote',
        method: 'POST',
        path: `app/motion/${circleId}/${motionId}/vote`,
        body: ballot,
        subject: motionVoteSubject(motionId),
        about,
        page: currentAddress(),
        changes: acts.motionClosed(circleId),
      })
      const motion = result.isKept ? undefined : (result.data as Motion | undefined)
      if (motion) show(motion, factsOf(motion))
    },
    withdraw: useMutation({ mutationFn: () => send('withdraw'), onSuccess: (motion) => show(motion, acts.motionWithdrawn(circleId)) }),
    declareConflict: useMutation({ mutationFn: () => send('conflict'), onSuccess: (motion) => show(motion, factsOf(motion)) }),
    answerClaim: useMutation({
      mutationFn: (isSo: boolean) => send('claim', { isSo }),
      onSuccess: (motion) => show(motion, factsOf(motion)),
    }),
    /** After a refusal the page shows a stale motion. */
    refetch: () => cache.invalidate(acts.motionVotedOn(circleId)),
  }
}
