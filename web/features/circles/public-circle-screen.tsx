import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { decideTakingPart } from '#domain/membership.ts'
import { isNotFound } from '#web/api/is-not-found.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { openCircleQuery } from '#web/api/open-circle.ts'
import { sessionQuery } from '#web/api/session.ts'
import { CircleNotFound } from '#web/shared/circle/circle-not-found.tsx'
import { backToCircles } from '#web/shared/circle/last-circles.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { InvitationEnded } from './invitation-ended.tsx'
import styles from './public-circle.module.css'
import { PublicCircle } from './public-circle.tsx'
import { PublicCircleSkeleton } from './public-circle-skeleton.tsx'
import { WaitingList } from './waiting-list.tsx'

export function PublicCircleScreen() {
  const { id = '' } = useParams()
  const [parameters] = useSearchParams()
  const invite = parameters.get('invite')
  const session = useQuery(sessionQuery)
  useWatchCircle(id)
  const { data, error } = useQuery({
    ...openCircleQuery(id, Boolean(session.data), invite),
    enabled: !session.isPending,
    throwOnError: (failure) => !isNotFound(failure),
  })
  // Deferred, so that rendering the circle does not block scrolling.
  const circle = useDeferredValue(data)

  const title = circle?.title ?? (isNotFound(error) ? (invite ? 'Invitation ended' : 'Circle Not Found') : null)
  useEffect(() => {
    if (title) document.title = `${title} · Arcstead`
  }, [title])

  if (isNotFound(error)) {
    if (invite) return <InvitationEnded />
    const mayWait = session.data && decideTakingPart(session.data).ok
    return <CircleNotFound>{mayWait && <WaitingList circleId={id} invite={null} onlyLeave />}</CircleNotFound>
  }
  return (
    <div className={styles.root}>
      <BackButton label="Back to Circles" {...backToCircles()} />
      {circle ? <PublicCircle circle={circle} invite={invite} /> : <PublicCircleSkeleton invite={invite} />}
    </div>
  )
}
