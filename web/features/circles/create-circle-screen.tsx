import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { circleQuery } from '#web/api/circles.ts'
import { useUser } from '#web/api/session.ts'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { draftOf, emptyDraft } from './circle-draft.ts'
import { CircleWizard } from './circle-wizard.tsx'

/** Creates a circle, or edits one's own with `?circle=`. */
export function CreateCircleScreen() {
  const user = useUser()
  const [query] = useSearchParams()
  const circleId = query.get('circle')
  const { data: circle, error } = useQuery({ ...circleQuery(circleId ?? ''), enabled: circleId !== null })
  if (error) throw error
  if (!user) return null
  if (circleId === null) return <CircleWizard key="new" userId={user._id} initial={emptyDraft} />
  return circle ? <CircleWizard key={circle._id} userId={user._id} initial={draftOf(circle)} circle={circle} /> : <PageSkeleton />
}
