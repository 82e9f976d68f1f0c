import { queryOptions } from '@tanstack/react-query'
import type { Introduction, introductionReply } from '#contract/introduction.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'

/** What the server wrote into the first paint. */
function paintedIntroduction(): Introduction | undefined {
  const painted = document.querySelector<HTMLElement>('[data-introduced]')?.dataset.introduced
  return painted ? (JSON.parse(painted) as Introduction) : undefined
}

// Read when the screen's chunk loads, because React then replaces the first paint.
const painted = paintedIntroduction()
const paintedAt = Date.now()

/** The circle that visitors are shown as an example: at first the one of the first paint, so that nothing changes when React renders. */
export const introductionQuery = queryOptions({
  queryKey: [showing('circle-lists'), 'introduction'],
  queryFn: ({ signal }) => api.get<typeof introductionReply>('public/introduction', { public: true, signal }),
  initialData: painted,
  initialDataUpdatedAt: paintedAt,
  staleTime: 60_000,
})
