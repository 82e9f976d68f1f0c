import { IconBuildingEstate, IconCheck, IconCircleCheck, IconRadar2 } from '@tabler/icons-react'
import { useId } from 'react'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { labelOf, propertyTypes } from '#domain/choices.ts'
import { metresOfMiles, type Point } from '#domain/distance.ts'
import { circleFit, type FitPreferences } from '#domain/fit.ts'
import { isolate } from '#domain/isolate.ts'
import { formatDistance, markerKindOf, pointOf } from '#domain/map.ts'
import { formatMoney } from '#domain/money.ts'
import type { RingArc } from '#domain/ring.ts'
import type { CircleViewer } from '#web/api/circle-viewer.ts'
import { namelessArcs, useCircleArcs } from '#web/shared/circle/circle-arcs.ts'
import { OneArc } from '#web/shared/circle/one-arc.tsx'
import { FitWords } from '#web/shared/fit/fit-words.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import mapCardStyles from '#web/ui/map/map-card.module.css'
import { MapCard } from '#web/ui/map/map-card.tsx'
import { MiniMap } from '#web/ui/map/mini-map.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CircleAction } from './circle-action.tsx'
import { placeText, radiusPixels } from './circle-texts.ts'

type CircleCardProps = {
  circle: Circle
  viewer: CircleViewer
  near: Point | undefined
  preferences: FitPreferences | null
  isLead: boolean
  tileUrl: string | null | undefined
}

function Funding({ percent }: { percent: number }) {
  return (
    <>
      {percent === 100 ? (
        <span className={mapCardStyles.progressFull}>
          <IconCheck {...iconProps(17)} />
          Fully funded
        </span>
      ) : (
        `${percent}% funded`
      )}
      <ProgressBar percent={percent} label="Funding progress" />
    </>
  )
}

type RingProps = { circle: Circle; size: 140 | 88 }

function Ring({ circle, size, arcs = namelessArcs(circle.holdings) }: RingProps & { arcs?: RingArc[] }) {
  return <ArcRing size={size} target={circle.investmentCriteria.totalTargetSize} arcs={arcs} openPrices={circle.openArcPrices} />
}

/** Apart from the others, which need no queries. */
function MemberRing({ circle, size }: RingProps) {
  return <Ring circle={circle} size={size} arcs={useCircleArcs(circle, true)} />
}

/** The whole card is a link for members and for full circles; other cards have a button. */
export function CircleCard({ circle, viewer, near, preferences, isLead, tileUrl }: CircleCardProps) {
  const titleId = useId()
  const isMember = viewer === 'member'
  const { investmentCriteria: criteria, location } = circle
  const place = pointOf(location)
  // The circle's page has the waiting list.
  const isFullForOthers = circle.percentFunded === 100 && (viewer === 'visitor' || viewer === 'other')
  const [firstType] = criteria.propertyTypes
  const fit = preferences && viewer === 'other' ? circleFit(circle, preferences) : []
  return (
    <MapCard
      title={circle.title}
      titleId={titleId}
      isLead={isLead}
      {...(isMember && { to: paths.circle(circle._id) })}
      {...(isFullForOthers && { to: paths.circlePublic(circle._id) })}
      map={
        <MiniMap
          place={place}
          radiusMetres={metresOfMiles(criteria.geographicRadius)}
          radiusPixels={radiusPixels(criteria.geographicRadius)}
          kind={markerKindOf(isMember, circle.percentFunded)}
          label={`Map around ${location.city}`}
          tileUrl={tileUrl}
          placeX={isLead ? 0.35 : 0.4}
        />
      }
      disc={isMember ? <MemberRing circle={circle} size={isLead ? 140 : 88} /> : <Ring circle={circle} size={isLead ? 140 : 88} />}
      place={`${placeText(location)}${near && place ? ` · ${formatDistance(near, place)}` : ''}`}
      facts={[
        { key: 'radius', icon: <IconRadar2 {...iconProps(17)} />, text: `${criteria.geographicRadius} mi radius` },
        {
          key: 'type',
          icon: <IconBuildingEstate {...iconProps(17)} />,
          text: firstType ? labelOf(propertyTypes, firstType) : 'Any',
        },
      ]}
      price={<OneArc circle={circle} />}
      {...(fit.length > 0 && { note: <FitWords parts={fit} label={`How ${isolate(circle.title)} fits your preferences`} /> })}
      sums={[
        { label: 'Target', value: criteria.totalTargetSize === null ? 'Not set' : formatMoney(criteria.totalTargetSize) },
        { label: 'Raised', value: formatMoney(circle.currentInvestmentAmount) },
      ]}
      progress={<Funding percent={circle.percentFunded} />}
      action={<CircleAction circle={circle} viewer={viewer} titleId={titleId} memberIcon={<IconCircleCheck {...iconProps(19)} />} />}
    />
  )
}
