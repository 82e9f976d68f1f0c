import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { DeskEntry } from '#contract/brokers.ts'
import { deskOf } from '#domain/broker-desk.ts'
import { isolate } from '#domain/isolate.ts'
import { type Stage, stageLabels, stages } from '#domain/stages.ts'
import { acts } from '#web/api/facts.ts'
import { useUser } from '#web/api/session.ts'
import { useClosingTime } from '#web/shared/vote/use-closing-time.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { CardGridSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import { CountPill } from '#web/ui/layout/count-pill.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { AddProperty } from './add-property.tsx'
import { BrokerCard } from './broker-card.tsx'
import { deskQuery } from './brokers.queries.ts'
import styles from './desk.module.css'
import { DeskFilters } from './desk-filters.tsx'
import { EndedCircles, QuietCircles } from './quiet-circles.tsx'
import { useShownFirst } from './use-shown-first.tsx'

/** More cards are shown on demand. */
const cardsAtFirst = 24

export function BrokerCirclesScreen() {
  const user = useUser()
  const { data: entries, isError, refetch } = useQuery({ ...deskQuery(user?._id ?? ''), enabled: user !== null })
  // null instead of a list counts as a failure.
  const hasFailed = (isError && !entries) || entries === null
  const waiting = entries?.filter(({ waits }) => waits.length > 0).length ?? 0
  const hasCircles = entries !== undefined && entries !== null && entries.length > 0
  return (
    <>
      <PageHeading
        {...(hasCircles && { subtitle: waiting === 0 ? 'Nothing waits' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you` })}
        {...(hasCircles && { actions: <AddProperty circles={entries.map(({ circle }) => circle)} /> })}
      >
        Your Assigned Circles
      </PageHeading>
      {hasFailed && <FailureState title="Failed to load assigned circles. Please try again." onRetry={() => void refetch()} />}
      {!hasFailed && !entries && <CardGridSkeleton cards={3} />}
      {entries?.length === 0 && (
        <EmptyState title="No Assigned Circles">You don't have any investment circles assigned to you yet.</EmptyState>
      )}
      {hasCircles && <Desk entries={entries} />}
    </>
  )
}

/** Search and stage are in the address, so that Back keeps them. */
function useDeskFilter() {
  const [query, setQuery] = useSearchParams()
  const search = query.get('search') ?? ''
  const stage: Stage | null = stages.find((each) => each === query.get('stage') && each !== 'ended') ?? null
  const choose = (next: { search: string; stage: Stage | null }) =>
    setQuery(
      { ...(next.search && { search: next.search }), ...(next.stage && { stage: next.stage }) },
      { replace: true, preventScrollReset: true },
    )
  return { search, stage, choose }
}

function Desk({ entries }: { entries: readonly DeskEntry[] }) {
  const { search, stage, choose } = useDeskFilter()
  const desk = useMemo(() => deskOf(entries, { search, stage }), [entries, search, stage])
  const soonest = entries
    .flatMap(({ waits }) => waits.flatMap(({ dueAt }) => dueAt ?? []))
    .toSorted()
    .at(0)
  useClosingTime({ circleId: '', closesAt: soonest ?? null, isClosed: false, act: acts.needDue })
  const cards = useShownFirst(desk.waiting, cardsAtFirst)
  const { waiting, quiet, ended } = desk
  const found = waiting.length + quiet.length + ended.length
  return (
    <>
      <DeskFilters
        desk={desk}
        search={search}
        stage={stage}
        onSearch={(text) => choose({ search: text, stage })}
        onStage={(next) => choose({ search, stage: next })}
      />
      <p className="visually-hidden" role="status">
        {search || stage ? `${found} ${found === 1 ? 'circle' : 'circles'} found` : ''}
      </p>
      {waiting.length > 0 && (
        <section className={styles.section} aria-labelledby="desk-waiting">
          <div className={styles.sectionHead}>
            <h2 id="desk-waiting">
              Waiting for you <CountPill isOpen>{waiting.length}</CountPill>
            </h2>
            <span className="small sub">newest first</span>
          </div>
          <CardGrid className={styles.cards}>
            {cards.shown.map(({ circle, waits }) => (
              <li key={circle._id}>
                <BrokerCard circle={circle} waits={waits} />
              </li>
            ))}
          </CardGrid>
          {cards.more && <div className={styles.more}>{cards.more}</div>}
        </section>
      )}
      {quiet.length > 0 && <QuietCircles circles={quiet} />}
      {ended.length > 0 && <EndedCircles circles={ended} isSearched={search !== ''} />}
      {found === 0 && (
        <Card className={styles.nothing}>
          <EmptyState
            title={[search ? `No circle called “${isolate(search)}”` : 'No circle', stage && `in ${stageLabels[stage]}`]
              .filter(Boolean)
              .join(' ')}
            action={
              <ActionButton variant="outline" onClick={() => choose({ search: '', stage: null })}>
                Clear search
              </ActionButton>
            }
          >
            {stage ? 'Circles in other stages are left out.' : 'Ended circles are searched too.'}
          </EmptyState>
        </Card>
      )}
    </>
  )
}
