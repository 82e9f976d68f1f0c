import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StartOptions } from '#contract/acquisition.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { formatDollars } from '#domain/money.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { startOptionsQuery } from '#web/shared/acquisition/acquisition.queries.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { useAcquisitionActs } from './acquisition-acts.ts'
import styles from './start-buying.module.css'

type Option = StartOptions['properties'][number]
type Condition = Option['conditions'][number]

/** How a condition that is not met can be met, where no member is named for it. */
const ways: Readonly<Record<Condition['key'], string>> = {
  stage: 'It is met while every arc is held and nothing else is being bought.',
  passed: 'The members vote on it until its closing date.',
  passes_now: 'Arcs have changed hands since. Bring the property again, and the members vote anew.',
  charter: '',
}

/** Each property that passed, and what is missing before it can be bought. */
export function StartBuying({ circleId, userId }: { circleId: string; userId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: options } = useSuspenseQuery(startOptionsQuery(circleId))
  useWatchCircle(circleId)
  const [chosen, choose] = useState<Option | null>(null)
  const { properties, owner, mayStart } = options
  const isOwner = owner?._id === userId
  return (
    <>
      <BackButton to={paths.circle(circleId)} label={circle.title} />
      <PageHeading subtitle="From the passed vote to the deed, step by step">Start buying</PageHeading>
      {properties.length === 0 ? (
        <EmptyState title="No property has passed yet" level="h2">
          Buying starts from a vote that has closed. Properties that pass are here.
        </EmptyState>
      ) : (
        <div className={styles.properties}>
          {!isOwner && owner && (
            <p className={styles.who}>
              <strong>
                <bdi>{owner.name}</bdi>
              </strong>
              , who owns the circle, can start it.
            </p>
          )}
          {properties.map((property) => (
            <PropertyOption
              key={property._id}
              circleId={circleId}
              userId={userId}
              property={property}
              isOwner={isOwner}
              mayStart={mayStart}
              onStart={() => choose(property)}
            />
          ))}
        </div>
      )}
      {chosen && <StartDialog circleId={circleId} property={chosen} onClose={() => choose(null)} />}
    </>
  )
}

type PropertyOptionProps = {
  circleId: string
  userId: string
  property: Option
  isOwner: boolean
  mayStart: boolean
  onStart: () => void
}

function PropertyOption({ circleId, userId, property, isOwner, mayStart, onStart }: PropertyOptionProps) {
  const { day } = useDates()
  const isReady = property.conditions.every(({ isMet }) => isMet)
  return (
    <Card>
      <CardHeader title={<bdi>{property.address}</bdi>} aside={<span className="num">{formatDollars(property.price)}</span>} />
      <p className={`small sub ${styles.passed}`}>Passed on {day(property.passedAt)}</p>
      <ul className={styles.guards}>
        {property.conditions.map((condition) => (
          <Guard key={condition.key} circleId={circleId} userId={userId} condition={condition} isOwner={isOwner} />
        ))}
      </ul>
      {isOwner && (
        <ActionButton onClick={onStart} disabled={!isReady || !mayStart}>
          Start buying
        </ActionButton>
      )}
    </Card>
  )
}

type GuardProps = { circleId: string; userId: string; condition: Condition; isOwner: boolean }

function Guard({ circleId, userId, condition: { key, isMet, words, waitsFor }, isOwner }: GuardProps) {
  const acts = useAcquisitionActs(circleId)
  const [isSent, setSent] = useState(false)
  const waitsForMe = waitsFor.some(({ _id }) => _id === userId)
  const others = waitsFor.filter(({ _id }) => _id !== userId)
  const remind = () =>
    acts.remindCharter().then(
      () => {
        setSent(true)
        toast.success('They were reminded')
      },
      (error) => toastFailure(error),
    )
  return (
    <li data-met={isMet}>
      <span className={styles.sign} aria-hidden="true">
        {isMet ? <IconCheck {...iconProps(16)} /> : <IconCircleDashed {...iconProps(16)} />}
      </span>
      <div>
        <p>
          <strong>{words}</strong>
          <span className="visually-hidden">{isMet ? ' (met)' : ' (not yet)'}</span>
        </p>
        {!isMet && ways[key] && <p>{ways[key]}</p>}
        {waitsFor.length > 0 && <p>Waits for {waitsFor.map(({ _id, name }) => (_id === userId ? 'you' : isolate(name))).join(', ')}.</p>}
        <div className={styles.ways}>
          {waitsForMe && (
            <ActionButton variant="outline" to={paths.circleCharter(circleId)}>
              Read and agree
            </ActionButton>
          )}
          {isOwner && others.length > 0 && (
            <ActionButton variant="outline" onClick={() => void remind()} disabled={isSent}>
              {isSent ? 'Reminded' : `Remind ${others.length === 1 ? isolate(others[0]?.name ?? '') : `${others.length} members`}`}
            </ActionButton>
          )}
        </div>
      </div>
    </li>
  )
}

function StartDialog({ circleId, property, onClose }: { circleId: string; property: Option; onClose: () => void }) {
  const acts = useAcquisitionActs(circleId)
  const stepUp = useStepUp('confirm_money')
  const navigate = useNavigate()
  const [state, setState] = useState<{ readonly isPending: boolean; readonly problem?: string }>({ isPending: false })
  const start = async () => {
    setState({ isPending: true })
    try {
      await stepUp.run(() => acts.start(property._id))
      await navigate(paths.circlePurchase(circleId))
    } catch (error) {
      setState({ isPending: false, problem: error instanceof Error ? error.message : 'Something went wrong...' })
    }
  }
  return (
    <>
      <Dialog
        opened={!stepUp.isAsking}
        onClose={onClose}
        title={`Start buying ${isolate(property.address)}?`}
        actions={
          <>
            <ActionButton variant="outline" onClick={onClose}>
              Cancel
            </ActionButton>
            <ActionButton onClick={() => void start()} loading={state.isPending}>
              Start buying
            </ActionButton>
          </>
        }
      >
        <p>
          The circle’s stage becomes Buying, and every member gets a notice. From then on nobody leaves by themselves, and the property and
          its price stay as they passed.
        </p>
        <p className="sub">Buying ends with a confirmed settlement statement, or when it is given up.</p>
        {state.problem && <FieldMessage>{state.problem}</FieldMessage>}
      </Dialog>
      {stepUp.dialog}
    </>
  )
}
