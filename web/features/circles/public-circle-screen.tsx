import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { refusals } from '#contract/errors.ts'
import { rolesOfMembership } from '#domain/may/circle.ts'
import { decideTakingPart } from '#domain/may/person.ts'
import { questionsPerPage } from '#domain/questions.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { myMembershipsQuery } from '#web/api/circles.ts'
import { invitationRefusal } from '#web/api/inviter.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { openCircleQuery } from '#web/api/open-circle.ts'
import { sessionQuery } from '#web/api/session.ts'
import { CircleNotFound } from '#web/shared/circle/circle-not-found.tsx'
import { InvitationRefused } from '#web/shared/circle/invitation-refused.tsx'
import { backToCircles } from '#web/shared/lists/last-list.ts'
import { ReportButton } from '#web/shared/report/report-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import styles from './public-circle.module.css'
import { PublicCircle } from './public-circle.tsx'
import { PublicCircleSkeleton } from './public-circle-skeleton.tsx'
import { beforeJoiningQuery } from './questions.queries.ts'
import { WaitingList } from './waiting-list.tsx'

export function PublicCircleScreen() {
  const { id = '' } = useParams()
  const [parameters] = useSearchParams()
  const invite = parameters.get('invite')
  const session = useQuery(sessionQuery)
  const mine = useQuery({ ...myMembershipsQuery(session.data?._id ?? ''), enabled: Boolean(session.data) })
  useWatchCircle(id)
  const { data, error } = useQuery({
    ...openCircleQuery(id, Boolean(session.data), invite),
    enabled: !session.isPending,
    throwOnError: (failure) => !isNotFound(failure),
  })
  const [mostAsked, showMoreAsked] = useState(questionsPerPage)
  const before = useQuery({ ...beforeJoiningQuery(id, Boolean(session.data), invite, mostAsked), enabled: !session.isPending })
  const isReady = data !== undefined && !before.isPending
  // Deferred, so that rendering the circle does not block scrolling.
  const circle = useDeferredValue(isReady ? data : undefined)

  const title = circle?.title ?? (isNotFound(error) ? (invite ? 'Invitation' : 'Circle Not Found') : null)
  useEffect(() => {
    if (title) document.title = `${title} · Arcstead`
  }, [title])

  if (isNotFound(error)) {
    if (invite) return <InvitationRefused sentence={refusals[invitationRefusal(error) ?? 'invitation_ended'].error} />
    const mayWait = session.data && decideTakingPart(session.data).ok
    return <CircleNotFound>{mayWait && <WaitingList circleId={id} invite={null} onlyLeave />}</CircleNotFound>
  }
  const mayReport = mine.data && !rolesOfMembership(mine.data.find((membership) => membership.circle._id === id)).isOwner
  return (
    <div className={styles.root}>
      <div className={styles.top}>
        <BackButton label="Back to Circles" {...backToCircles()} />
        {circle && mayReport && <ReportButton kind="circle" id={circle._id} name={circle.title} />}
      </div>
      {circle ? (
        <PublicCircle
          circle={circle}
          invite={invite}
          before={before.data ?? null}
          onRetry={() => void before.refetch()}
          onEarlierQuestions={() => showMoreAsked(mostAsked + questionsPerPage)}
        />
      ) : (
        <PublicCircleSkeleton invite={invite} />
      )}
    </div>
  )
}
