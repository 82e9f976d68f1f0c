import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Welcome, welcomeReply } from '#contract/welcome.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, circleFact, membersFact, motionsFact, propertiesFact } from '#web/api/facts.ts'

const pathOf = (circleId: string) => `app/circle-membership/${circleId}/welcome`

export const welcomeQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(circleFact(circleId), membersFact(circleId), propertiesFact(circleId), motionsFact(circleId)), 'welcome', circleId],
    queryFn: ({ signal }) => api.get<typeof welcomeReply>(pathOf(circleId), { signal, quiet: true }),
  })

/**
 * What the member holds, for the first visit after joining; null for every later one. It counts as seen once it is shown, and stays until
 * the member closes it or leaves the circle's page.
 */
export function useWelcome(circleId: string, isFirstVisit: boolean): { welcome: Welcome | null; isLoading: boolean; close: () => void } {
  const cache = useCache()
  const [isOpen, setOpen] = useState(isFirstVisit)
  const { data, isLoading } = useQuery({ ...welcomeQuery(circleId), enabled: isOpen })
  const { mutate } = useMutation({
    mutationFn: () => api.put<typeof welcomeReply>(pathOf(circleId), {}, { quiet: true }),
    onSuccess: () => cache.invalidate(acts.welcomeSeen),
  })
  const isShown = isOpen && data !== undefined
  useEffect(() => {
    if (isShown) mutate()
  }, [isShown, mutate])
  return { welcome: isOpen ? (data ?? null) : null, isLoading, close: () => setOpen(false) }
}
