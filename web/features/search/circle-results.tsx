import { useQuery } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import { circlePageSizes, isPagerShown, lastPageOf, pageSizeLabel } from '#domain/pages.ts'
import { useCircleViewer } from '#web/api/circle-viewer.ts'
import { useWatchLists } from '#web/api/live.ts'
import { useTileUrl } from '#web/api/map-tiles.ts'
import { CommittedHint } from '#web/shared/circle/committed-hint.tsx'
import { SaveSearch } from '#web/shared/saved-search/save-search.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { isLeadCard } from '#web/ui/layout/lead-cards.ts'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { MapCardGrid } from '#web/ui/map/map-card.tsx'
import { CircleCard } from './circle-card.tsx'
import { CircleCardSkeletons } from './circle-card-skeletons.tsx'
import { foundText } from './circle-texts.ts'
import styles from './find-circles.module.css'
import { circlesQuery } from './search.queries.ts'
import type { SearchState } from './search-state.ts'

export const loadFailure = 'Failed to load investment circles. Please try again.'

/** Scrolls to the top of the list on a page change, but not on the first visit. */
function useStartOf(page: number, heading: RefObject<HTMLElement | null>) {
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [page, heading])
}

export function CircleResults({ search, preferences, isSettled, addressOf, setFilter, change }: SearchState) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({ ...circlesQuery(search), enabled: isSettled })
  useWatchLists()
  // Deferred, so that rendering the cards does not block scrolling and typing.
  const circles = useDeferredValue(data?.items)
  const viewerOf = useCircleViewer()
  const tileUrl = useTileUrl()
  const heading = useRef<HTMLHeadingElement>(null)
  useStartOf(search.page, heading)

  // null instead of a list counts as a failure.
  if (isError || data === null) return <FailureState level="h2" title={loadFailure} onRetry={() => void refetch()} />
  if (!data || !circles) return <CircleCardSkeletons cards={search.pageSize} />

  const last = lastPageOf(data, search.page, search.pageSize)
  // Circles may be deleted and links may be old: a page past the end redirects to the last page.
  if (!isPlaceholderData && !isFetching && search.page > last) return <Navigate to={addressOf({ page: last })} replace />
  if (data.total === 0) {
    const isFiltered = Object.keys(search.filter).length > 0
    return (
      <Card className={styles.noCircles}>
        <EmptyState
          level="h2"
          title="No Circles Found"
          {...(isFiltered && {
            action: (
              <div className={styles.foundActions}>
                <SaveSearch filter={search.filter} />
                <ActionButton variant="outline" onClick={() => setFilter({})}>
                  Clear all
                </ActionButton>
              </div>
            ),
          })}
        >
          {isFiltered ? 'Try a wider radius or fewer filters.' : 'There are no circles yet. Yours can be the first.'}
        </EmptyState>
      </Card>
    )
  }
  return (
    <section aria-labelledby="found">
      <div className={styles.found}>
        <h2 id="found" ref={heading} tabIndex={-1} className="num" aria-live="polite">
          Found {foundText(data)}
        </h2>
        <div className={styles.foundActions}>
          <SaveSearch filter={search.filter} />
          <SelectField
            label="Circles per page"
            options={circlePageSizes.map((size) => ({ value: String(size), text: pageSizeLabel(size) }))}
            nullText={null}
            value={String(search.pageSize)}
            onChange={(size) => change({ pageSize: Number(size) })}
          />
        </div>
        <CommittedHint className={styles.hint} />
      </div>
      <div className={styles.foundCircles} aria-busy={isPlaceholderData || circles !== data.items}>
        <MapCardGrid>
          {circles.map((circle, index) => (
            <li key={circle._id}>
              <CircleCard
                circle={circle}
                viewer={viewerOf(circle._id)}
                near={search.filter.near}
                preferences={preferences}
                isLead={isLeadCard(index, circles.length)}
                tileUrl={tileUrl}
              />
            </li>
          ))}
        </MapCardGrid>
      </div>
      {isPagerShown(data.total, search.pageSize) && (
        <Pagination page={search.page} last={last} addressOf={(wanted) => addressOf({ page: wanted })} />
      )}
    </section>
  )
}
