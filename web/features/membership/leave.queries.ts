import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { circleKey, mineKey } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'

/** Leaves a circle; afterwards one sees it as everyone else does. */
export function useLeave(circleId: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.delete(`app/circle-membership/${circleId}`, { quiet: true }),
    onSuccess: async () => {
      await navigate(paths.circlePublic(circleId))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: circleKey(circleId) }),
        queryClient.invalidateQueries({ queryKey: mineKey }),
      ])
    },
  })
}
