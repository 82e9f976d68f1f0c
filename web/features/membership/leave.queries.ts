import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

/** After leaving, the person sees the public page. */
export function useLeave(circleId: string) {
  const cache = useCache()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.delete(`app/circle-membership/${circleId}`, { quiet: true }),
    onSuccess: async () => {
      await cache.invalidate(acts.circleLeft(circleId))
      // Replaces the member page in the history, because it would only redirect here.
      await navigate(paths.circlePublic(circleId), { replace: true })
    },
  })
}
