import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useCallback, useMemo, useRef, useState } from 'react'
import type { Box } from '#domain/distance.ts'
import type { CircleFilter, Near } from '#domain/search.ts'
import { useCircleViewer } from '#web/api/circle-viewer.ts'
import { myMembershipsQuery } from '#web/api/circles.ts'
import { useWatchLists } from '#web/api/live.ts'
import { useTileUrl } from '#web/api/map-tiles.ts'
import { useUser } from '#web/api/session.ts'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { MapCredits } from '#web/ui/map/map-credits.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { CircleMap, type CircleMapHandle } from './circle-map.tsx'
import { loadFailure } from './circle-results.tsx'
import { cappedText, foundText } from './circle-texts.ts'
import { FindHeading } from './find-heading.tsx'
import { MapLegend } from './map-legend.tsx'
import { listedInView, MapList } from './map-list.tsx'
import { MapPanel } from './map-panel.tsx'
import { CirclePopup } from './map-popup.tsx'
import styles from './map-view.module.css'
import { PlacePopup } from './place-popup.tsx'
import { circlesQuery, mapParameters } from './search.queries.ts'
import { useSearchState } from './search-state.ts'
import { useMapCircles } from './use-map-circles.ts'

const wholeMap: Box = { south: -90, west: -180, north: 90, east: 180 }

const withoutNear = ({ near: _near, ...rest }: CircleFilter): CircleFilter => rest

/** Ids of the circles of which the person is a member; they have their own marker colour. */
function useMine(): ReadonlySet<string> {
  const user = useUser()
  const { data } = useQuery({ ...myMembershipsQuery(user?._id ?? ''), enabled: user !== null })
  return useMemo(() => new Set(data?.map(({ circle }) => circle._id)), [data])
}

export function MapViewScreen() {
  const state = useSearchState()
  const { bbox: startBox, ...filter } = state.search.filter
  const { source, status, total, loads, retry } = useMapCircles(mapParameters(filter))
  useWatchLists()
  const mine = useMine()
  const viewerOf = useCircleViewer()
  const user = useUser()
  const tileUrl = useTileUrl()
  const map = useRef<CircleMapHandle>(null)
  const show = useCallback<CircleMapHandle['show']>((circleId, at) => map.current?.show(circleId, at), [])
  const [restingBox, setRestingBox] = useState<Box | null>(null)
  // The list below asks the same, so this is no second request.
  const { data: inView } = useQuery({ ...circlesQuery(listedInView(filter, restingBox ?? wholeMap, 1)), enabled: restingBox !== null })
  const count = inView ? foundText(inView) : cappedText(total)
  // Debounced, so that list and URL do not slow down the moving map.
  const reportArea = useDebouncedCallback((box: Box, isByHand: boolean) => {
    startTransition(() => setRestingBox(box))
    if (isByHand) state.note({ ...filter, bbox: box })
  }, 250)
  // A press or key may start a navigation: the URL must be written before it, because a later write would navigate back here.
  const flushArea = () => reportArea.flush()
  useWindowEvent('pointerdown', flushArea, true)
  useWindowEvent('keydown', flushArea, true)

  const setNear = (near: Near | undefined) => state.setFilter(near ? { ...filter, near } : withoutNear(filter))
  const others = withoutNear(filter)
  return (
    <div className={styles.root}>
      <FindHeading view="map" search={state.search} subtitle="Connect with like-minded property investors" />
      {Object.keys(others).length > 0 && <ActiveFilters filter={filter} onChange={state.setFilter} />}
      <div className={styles.frame}>
        <div className={styles.map}>
          {source && tileUrl !== undefined && (
            <CircleMap
              ref={map}
              source={source}
              loads={loads}
              near={filter.near}
              startBox={startBox}
              mine={mine}
              tileUrl={tileUrl}
              onMove={reportArea}
              popup={(opened, close) =>
                opened.circleId === null ? (
                  <PlacePopup
                    at={opened}
                    count={opened.count}
                    filter={filter}
                    onChoose={(circleId) => show(circleId, opened)}
                    onClose={close}
                  />
                ) : (
                  <CirclePopup circleId={opened.circleId} viewer={viewerOf(opened.circleId)} onClose={close} />
                )
              }
            />
          )}
          <p className={`${styles.mapCount} num`} role="status">
            {status === 'ready' ? `Showing ${count}` : status === 'loading' ? 'Loading circles…' : 'Showing no circles'}
          </p>
          {status === 'failed' && (
            <Card className={styles.mapFailure}>
              <FailureState level="h2" title={loadFailure} onRetry={retry} />
            </Card>
          )}
        </div>
        <MapPanel near={filter.near} onChange={setNear} onClear={() => state.setFilter({})} />
        {user && <MapLegend />}
      </div>
      <div className={styles.credits}>
        <MapCredits hasTiles={Boolean(tileUrl)} />
      </div>
      {restingBox && (
        <MapList filter={filter} box={restingBox} hasAny={status !== 'ready' || total > 0} viewerOf={viewerOf} onShow={show} />
      )}
    </div>
  )
}
