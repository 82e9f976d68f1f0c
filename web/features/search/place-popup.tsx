import { useQuery } from '@tanstack/react-query'
import type { Point } from '#domain/distance.ts'
import type { CircleFilter } from '#domain/search.ts'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { countText } from './circle-texts.ts'
import styles from './map-popup.module.css'
import { PopupFrame } from './map-popup.tsx'
import { circlesQuery } from './search.queries.ts'

type PlacePopupProps = { at: Point; count: number; filter: CircleFilter; onChoose: (circleId: string) => void; onClose: () => void }

/** About the distance within which circles are still one cluster at the maximum zoom. */
const reach = 0.002

const mostListed = 50
/** Same sizes as in map-popup.module.css, so that the popup has its final size before its circles load. */
const [rowHeight, listHeight] = [52, 232]

/** Circles at one spot cannot be separated by zooming, so they are listed. */
export function PlacePopup({ at, count, filter, onChoose, onClose }: PlacePopupProps) {
  const bbox = { south: at.lat - reach, north: at.lat + reach, west: at.lng - reach, east: at.lng + reach }
  const { data, isError, refetch } = useQuery(circlesQuery({ filter: { ...filter, bbox }, sort: 'title', page: 1, pageSize: mostListed }))
  return (
    <PopupFrame label={`${countText(count)} at this place`} onClose={onClose}>
      <h2>{countText(count)} here</h2>
      {isError && <FailureState title="These circles could not be loaded." onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Loading label="Loading circles">
          <div className={styles.places}>
            <Bone height={Math.min(count * rowHeight, listHeight)} radius={10} />
          </div>
        </Loading>
      )}
      {data && (
        <ul className={styles.places}>
          {data.items.map((circle) => (
            <li key={circle._id}>
              <button type="button" onClick={() => onChoose(circle._id)}>
                <ArcRing
                  size={28}
                  target={circle.investmentCriteria.totalTargetSize}
                  arcs={circle.holdings.map((amount, index) => ({ key: String(index), amount, label: '' }))}
                />
                <span>
                  <strong>
                    <bdi>{circle.title}</bdi>
                  </strong>
                  {circle.percentFunded}% funded
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && (
        <p className="sub">The list below the map has the other {data.total - data.items.length}.</p>
      )}
    </PopupFrame>
  )
}
