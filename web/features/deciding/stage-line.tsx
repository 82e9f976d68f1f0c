import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { StageLine as Line } from '#contract/motions.ts'
import { paths } from '#contract/paths.ts'
import { stageLabels, stages } from '#domain/stages.ts'
import { startOptionsQuery } from '#web/shared/acquisition/acquisition.queries.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { stageQuery } from './motions.queries.ts'
import styles from './stage-line.module.css'

/** Where the circle stands in its life, what comes next, and who must do it. */
export function StageLine({ circleId, userId }: { circleId: string; userId: string }) {
  const { data: line, isError, refetch } = useQuery(stageQuery(circleId))
  return (
    <Card padded={false} className={styles.card} aria-label="Stage of this circle">
      {line && <Stations line={line} />}
      {line && <WhatComesNext circleId={circleId} line={line} userId={userId} />}
      {!line && isError && <FailureState title="The stage of this circle could not be loaded." onRetry={() => void refetch()} />}
      {!line && !isError && (
        <Loading>
          <div className={styles.bones}>
            <Bone height="2.875rem" radius={10} />
            <Bone width="60%" height="4.5rem" radius={10} />
          </div>
        </Loading>
      )}
    </Card>
  )
}

function Stations({ line: { stage, began } }: { line: Line }) {
  const { day } = useDates()
  const present = stages.indexOf(stage)
  return (
    <ol className={styles.stations}>
      {stages.map((each, index) => {
        const isNow = index === present
        const since = index > present ? undefined : began.find((date) => date.stage === each)?.at
        // A circle may end without having bought anything.
        const isSkipped = index < present && since === undefined
        // An ended circle has nothing ahead, so its last station is done.
        const when = isSkipped ? 'skipped' : index < present || (isNow && each === 'ended') ? 'past' : isNow ? 'now' : 'next'
        return (
          <li key={each} data-when={when} aria-current={isNow ? 'step' : undefined}>
            <span className={styles.node} aria-hidden="true">
              {when === 'past' && <IconCheck {...iconProps(13)} stroke={2.6} />}
            </span>
            <span className={styles.name}>{stageLabels[each]}</span>
            {index < present && <span className="visually-hidden">{isSkipped ? ', skipped' : ', past'}</span>}
            {since && (
              <time className={styles.date} dateTime={since}>
                {when === 'now' && 'since '}
                {day(since)}
              </time>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type WhatComesNextProps = { circleId: string; line: Line; userId: string }

function WhatComesNext({ circleId, line: { stage, sentence, owner, selling }, userId }: WhatComesNextProps) {
  const isOwner = owner?._id === userId
  const { data: start } = useQuery({ ...startOptionsQuery(circleId), enabled: stage === 'deciding' })
  const hasPassed = stage === 'deciding' && start !== undefined && start.properties.length > 0
  const mayStart = isOwner && hasPassed
  return (
    <div className={styles.next}>
      <p>
        <strong>{sentence.lead}</strong> {sentence.rest}
        {hasPassed && !isOwner && (
          <>
            {' '}
            <Link className="text-link" to={paths.startBuying(circleId)}>
              What buying needs
            </Link>
          </>
        )}
      </p>
      {stage === 'buying' ? (
        <ActionButton className={styles.way} to={paths.circlePurchase(circleId)}>
          Open the purchase
        </ActionButton>
      ) : mayStart ? (
        // Also before everything is met: the page says what is missing and reminds those who wait.
        <ActionButton className={styles.way} to={paths.startBuying(circleId)} variant={sentence.isOwnersTurn ? 'filled' : 'outline'}>
          Start buying
        </ActionButton>
      ) : selling ? (
        <ActionButton
          className={styles.way}
          to={paths.circleSale(circleId)}
          variant={selling === 'waits' || (sentence.isOwnersTurn && isOwner) ? 'filled' : 'outline'}
        >
          Open the sale
        </ActionButton>
      ) : (
        sentence.isOwnersTurn &&
        owner && (
          <p className={styles.turn}>
            <Avatar initial={owner.name.charAt(0)} arc={0} size={36} />
            <span>
              <span>Next</span>
              <strong>{isOwner ? 'You' : <bdi>{owner.name}</bdi>}</strong>
            </span>
          </p>
        )
      )}
    </div>
  )
}
