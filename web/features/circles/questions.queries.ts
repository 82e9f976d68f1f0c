import { queryOptions, useMutation } from '@tanstack/react-query'
import { withInvite } from '#contract/paths.ts'
import type { BeforeJoining, beforeJoiningReply, Question, questionReply } from '#contract/questions.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, questionsFact } from '#web/api/facts.ts'

/** Who is behind a circle, what was asked, and whether this reader can ask. Names and the owner's wish to be shown are facts of people. */
export function beforeJoiningQuery(circleId: string, isSignedIn: boolean, invite: string | null, most: number) {
  const group = isSignedIn ? 'app' : 'public'
  const path = `${group}/circle/${encodeURIComponent(circleId)}/before-joining`
  const search = new URLSearchParams({ ...(invite && { invite }), most: `${most}` })
  return queryOptions({
    queryKey: [showing(questionsFact(circleId), 'people', 'myself'), 'before-joining', circleId, group, invite, most],
    queryFn: ({ signal }) => api.get<typeof beforeJoiningReply>(`${path}?${search}`, { signal, public: !isSignedIn, quiet: true }),
    // The newest ones stay while more of this circle are loaded.
    placeholderData: (previous: BeforeJoining | undefined, last) => (last?.queryKey[2] === circleId ? previous : undefined),
  })
}

export function useAsk(circleId: string, invite: string | null) {
  const cache = useCache()
  return useMutation({
    mutationFn: (text: string) => api.post<typeof questionReply>(withInvite(`app/circle/${circleId}/question`, invite), { text }),
    onSettled: () => cache.invalidate(acts.questionsChanged(circleId)),
  })
}

/** What owner and asker do with a question. */
export function useQuestion(circleId: string, { _id }: Pick<Question, '_id'>) {
  const cache = useCache()
  const onSettled = () => cache.invalidate(acts.questionsChanged(circleId))
  const path = `app/question/${_id}`
  return {
    answer: useMutation({ mutationFn: (text: string) => api.post<typeof questionReply>(`${path}/answer`, { text }), onSettled }),
    decline: useMutation({ mutationFn: () => api.post<typeof questionReply>(`${path}/decline`, {}), onSettled }),
    remove: useMutation({ mutationFn: () => api.delete(path), onSettled }),
    restore: useMutation({ mutationFn: () => api.post<typeof questionReply>(`${path}/restore`, {}), onSettled }),
  }
}
