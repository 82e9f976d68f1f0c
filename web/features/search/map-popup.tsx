import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { propertyTypes } from '#domain/choices.ts'
import { choicesText } from '#domain/criteria.ts'
import { formatMoney } from '#domain/money.ts'
import type { CircleViewer } from '#web/api/circle-viewer.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { openCircleQuery } from '#web/api/open-circle.ts'
import { useCircleArcs } from '#web/shared/circle/circle-arcs.ts'
import { OneArc } from '#web/shared/circle/one-arc.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import skeletonsStyles from '#web/ui/feedback/skeletons.module.css'
import { Bone, Loading, RingSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { CardSlot } from '#web/ui/map/map-card.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './map-popup.module.css'

/** Takes the focus on opening; Escape closes it. */
export function PopupFrame({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus({ preventScroll: true }), [])
  return (
    <div
      className={styles.root}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <button className={styles.close} type="button" aria-label="Close" onClick={onClose}>
        <IconX {...iconProps(17)} />
      </button>
      {children}
    </div>
  )
}

function PopupAction({ circle, viewer }: { circle: Circle; viewer: CircleViewer }) {
  if (viewer === 'unknown') return <Bone height={44} radius={10} />
  if (viewer === 'member') {
    return (
      <ActionButton fullWidth to={paths.circle(circle._id)}>
        View Circle
      </ActionButton>
    )
  }
  if (circle.percentFunded === 100)
    return (
      <>
        <CardSlot kind="closed">Fully Funded</CardSlot>
        <ActionButton variant="subtle" fullWidth to={paths.circlePublic(circle._id)}>
          Waiting list
        </ActionButton>
      </>
    )
  return (
    <ActionButton fullWidth to={paths.circlePublic(circle._id)}>
      {viewer === 'visitor' ? 'Explore Circle' : 'View Details'}
    </ActionButton>
  )
}

function Details({ circle, viewer }: { circle: Circle; viewer: CircleViewer }) {
  const { totalTargetSize: target, geographicRadius, propertyTypes: types } = circle.investmentCriteria
  const arcs = useCircleArcs(circle, viewer === 'member')
  const members = `${circle.memberCount} ${circle.memberCount === 1 ? 'member' : 'members'}`
  return (
    <>
      <div className={styles.head}>
        <ArcRing size={64} target={target} arcs={arcs} openPrices={circle.openArcPrices} />
        <div>
          <h2>{circle.title}</h2>
          <p>{circle.location.city || 'Location not specified'}</p>
        </div>
      </div>
      <p className={styles.words} title={circle.description}>
        {circle.description}
      </p>
      <div className={styles.price}>
        <OneArc circle={circle} />
      </div>
      <dl className="num">
        <div>
          <dt>Investment Target</dt>
          <dd>{target === null ? 'Not specified' : formatMoney(target)}</dd>
        </div>
        <div>
          <dt>Property Type</dt>
          <dd>{choicesText(propertyTypes, types)}</dd>
        </div>
        <div>
          <dt>Radius</dt>
          <dd>{geographicRadius ? `${geographicRadius} miles` : 'N/A'}</dd>
        </div>
      </dl>
      <p className={`${styles.funding} num`}>
        <strong>{circle.percentFunded}% funded</strong>
        <span>{members}</span>
      </p>
      <ProgressBar percent={circle.percentFunded} label="Funding progress" />
      <div className={styles.action}>
        <PopupAction circle={circle} viewer={viewer} />
      </div>
    </>
  )
}

/** Loads its circle on opening, because the map only has positions. */
export function CirclePopup({ circleId, viewer, onClose }: { circleId: string; viewer: CircleViewer; onClose: () => void }) {
  const { data: circle, isError, refetch } = useQuery(openCircleQuery(circleId, false))
  useWatchCircle(circleId)
  return (
    <PopupFrame key={circleId} label={circle?.title ?? 'Circle'} onClose={onClose}>
      {circle && <Details circle={circle} viewer={viewer} />}
      {isError && <FailureState title="This circle could not be loaded." onRetry={() => void refetch()} />}
      {!circle && !isError && (
        <Loading label="Loading circle">
          <div className={styles.head}>
            <RingSkeleton size={64} />
            <div className={skeletonsStyles.boneLines}>
              <Bone width="80%" height={22} />
              <Bone width="50%" height={16} />
            </div>
          </div>
          <div className={styles.bones}>
            <Bone height={40} />
            <Bone height={78} />
            <Bone height={28} />
            <Bone height={44} radius={10} />
          </div>
        </Loading>
      )}
    </PopupFrame>
  )
}
