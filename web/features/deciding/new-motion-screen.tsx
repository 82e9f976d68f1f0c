import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useUser } from '#web/api/session.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { MotionForm } from './motion-form.tsx'
import { motionBasisQuery, motionQuery } from './motions.queries.ts'

/**
 * A new motion. `?change=` opens an own one before its first vote, `?replace=` takes the place of one, `?kind=` chooses a kind and `&month=` the
 * month that is to be reopened.
 */
export function NewMotionScreen() {
  const { id: circleId = '' } = useParams()
  const [query] = useSearchParams()
  const user = useUser()
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const changed = query.get('change')
  const title = changed ? 'Change motion' : 'New motion'
  if (!user) return null
  return (
    <>
      <BackButton to={paths.circleMotions(circleId)} label={`Motions of ${isolate(circle.title)}`} />
      <PageHeading>{title}</PageHeading>
      <Opened
        key={`${changed} ${query.get('replace')}`}
        circleId={circleId}
        userId={user._id}
        motionId={changed ?? query.get('replace')}
        isChange={changed !== null}
        kind={query.get('kind')}
        month={query.get('month')}
      />
    </>
  )
}

type OpenedProps = {
  circleId: string
  userId: string
  motionId: string | null
  isChange: boolean
  kind: string | null
  month: string | null
}

function Opened({ circleId, userId, motionId, isChange, kind: wanted, month }: OpenedProps) {
  const { data } = useSuspenseQuery(motionBasisQuery(circleId))
  const { data: motion } = useQuery({ ...motionQuery(circleId, motionId ?? ''), enabled: motionId !== null })
  // Kept as opened: a live update must not change the rule while someone reads it. The server checks again.
  const [basis] = useState(data)
  const kinds = basis.kinds.filter((kind) => !basis.notNow.some((refused) => refused.kind === kind))
  if (motionId !== null && !motion) return <PageSkeleton />
  const kind = kinds.find((each) => each === wanted) ?? kinds[0]
  if (!kind || (isChange && motion && !motion.mayChange)) {
    return (
      <EmptyState title={isChange ? 'This motion cannot be changed any more' : 'No motion can be proposed now'} level="h2">
        {isChange ? 'It has votes or has closed. Propose a new one in its place.' : 'Motions can be proposed once every arc is held.'}
      </EmptyState>
    )
  }
  const given = motion && { motion, isChange }
  const closed = basis.closedMonths.find((each) => each === month) ?? null
  return <MotionForm circleId={circleId} userId={userId} basis={basis} kinds={kinds} kind={kind} month={closed} given={given} />
}
