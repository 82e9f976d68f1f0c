import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { freeArcsWords, oneArcPrice } from '#domain/arcs.ts'
import type { Box, Point } from '#domain/distance.ts'
import { isolate } from '#domain/isolate.ts'
import { markerKindOf, pointOf } from '#domain/map.ts'
import { formatMoney } from '#domain/money.ts'
import { isCapped, lastPageOf } from '#domain/pages.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import type { CircleViewer } from '#web/api/circle-viewer.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { foundText, placeText } from './circle-texts.ts'
import styles from './map-list.module.css'
import { circlesQuery } from './search.queries.ts'

type MapListProps = {
  filter: CircleFilter
  box: Box
  /** Whether any circle on the whole map matches. */
  hasAny: boolean
  viewerOf: (circleId: string) => CircleViewer
  onShow: (circleId: string, at: Point) => void
}

const pageSize = 9

const addressOf = ({ _id }: Circle, viewer: CircleViewer): string | null => {
  if (viewer === 'member') return paths.circle(_id)
  return viewer === 'unknown' ? null : paths.circlePublic(_id)
}

type RowProps = { circle: Circle; viewer: CircleViewer; onShow: MapListProps['onShow'] }

const Row = memo(function Row({ circle, viewer, onShow }: RowProps) {
  const address = addressOf(circle, viewer)
  const at = pointOf(circle.location)
  const price = oneArcPrice(circle.investmentCriteria)
  return (
    <li className={styles.row} data-kind={markerKindOf(viewer === 'member', circle.percentFunded)}>
      <ArcRing
        size={28}
        target={circle.investmentCriteria.totalTargetSize}
        arcs={circle.holdings.map((amount, index) => ({ key: String(index), amount, label: '' }))}
      />
      <p>
        <strong>
          {address ? (
            <Link to={address}>
              <bdi>{circle.title}</bdi>
            </Link>
          ) : (
            <bdi>{circle.title}</bdi>
          )}
        </strong>
        <span className="num">
          {placeText(circle.location)} · {circle.percentFunded === 100 ? 'Fully funded' : `${circle.percentFunded}% funded`}
        </span>
        {price !== null && (
          <span className={`${styles.price} num`}>
            One arc {formatMoney(price)}
            {circle.sharesTotal > 0 && ` · ${freeArcsWords(circle.sharesAvailable, circle.sharesTotal)}`}
          </span>
        )}
      </p>
      {at && (
        <IconAction
          label={`Show ${isolate(circle.title)} on the map`}
          icon={<IconMapPin {...iconProps(19)} />}
          onClick={() => onShow(circle._id, at)}
        />
      )}
    </li>
  )
})

function nothingWords(filter: CircleFilter, hasAny: boolean): string {
  if (hasAny) return 'There are none in this part of the map. Zoom out or move on to find some.'
  return Object.keys(filter).length > 0 ? 'Try a wider radius or fewer filters.' : 'There are no circles yet. Yours can be the first.'
}

/** The search for one page of the circles in this part of the map. */
export const listedInView = (filter: CircleFilter, box: Box, page: number): CircleSearch => ({
  filter: { ...filter, bbox: box },
  sort: 'title',
  page,
  pageSize,
})

/** The visible circles as text, for keyboard and screen reader users. */
export function MapList({ filter, box, hasAny, viewerOf, onShow }: MapListProps) {
  const [wanted, setWanted] = useState(1)
  const { data } = useQuery(circlesQuery(listedInView(filter, box, wanted)))
  // Deferred, so that rendering the list does not block dragging the map.
  const circles = useDeferredValue(data?.items)
  if (!data || !circles) return null
  const last = lastPageOf(data, wanted, pageSize)
  const page = Math.min(wanted, last)
  if (page !== wanted) setWanted(page)
  return (
    <section className={styles.root} aria-labelledby="map-list">
      <div className={styles.head}>
        <h2 id="map-list">Circles in this view</h2>
        <span className="sub num" role="status">
          {foundText(data)}
        </span>
      </div>
      {data.total === 0 && <p className="sub">{nothingWords(filter, hasAny)}</p>}
      <ul>
        {circles.map((circle) => (
          <Row key={circle._id} circle={circle} viewer={viewerOf(circle._id)} onShow={onShow} />
        ))}
      </ul>
      {last > 1 && (
        <div className={styles.pages}>
          <ActionButton variant="subtle" disabled={page <= 1} onClick={() => setWanted(page - 1)}>
            Previous
          </ActionButton>
          <span className="sub num">
            Page {page}
            {!isCapped(data) && ` of ${last}`}
          </span>
          <ActionButton variant="subtle" disabled={page >= last} onClick={() => setWanted(page + 1)}>
            Next
          </ActionButton>
        </div>
      )}
    </section>
  )
}
