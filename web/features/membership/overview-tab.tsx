import { IconCalendar, IconCurrentLocation, IconTarget, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { geographicRadius as radiusSlider } from '#domain/criteria.ts'
import { metresOfMiles } from '#domain/distance.ts'
import { memberLabel } from '#domain/membership.ts'
import { formatMoney } from '#domain/money.ts'
import { overviewMemberCount } from '#domain/pages.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { inRingOrder } from '#domain/ring.ts'
import { useTileUrl } from '#web/api/map-tiles.ts'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { MiniMap } from '#web/ui/map/mini-map.tsx'
import ringLegendStyles from '#web/ui/ring/ring-legend.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CircleProgress } from './circle-progress.tsx'
import styles from './member-circle.module.css'

type OverviewTabProps = {
  circle: Circle
  members: readonly Membership[]
  userId: string
  /** The circle still gathers: its progress comes before the votes. */
  isGathering: boolean
  votingSummary: ReactNode
  /** What the circle buys, while it does: in the place of its progress and its figures. */
  buying: ReactNode
  /** What it has bought or given up. */
  purchase: ReactNode
  conversation: ReactNode
}

export function OverviewTab({ circle, members, userId, isGathering, votingSummary, buying, purchase, conversation }: OverviewTabProps) {
  const { dayStat } = useDates()
  const { totalTargetSize: target, geographicRadius } = circle.investmentCriteria
  return (
    <>
      {!buying && (
        <StatStrip
          stats={[
            { key: 'members', label: 'Members', value: circle.memberCount, icon: <IconUsers {...iconProps()} /> },
            {
              key: 'target',
              label: 'Investment target',
              value: target ? formatMoney(target) : 'Not set',
              icon: <IconTarget {...iconProps()} />,
            },
            {
              key: 'radius',
              label: 'Radius',
              value: geographicRadius ?? radiusSlider.initial,
              unit: 'mi',
              icon: <IconCurrentLocation {...iconProps()} />,
            },
            { key: 'created', label: 'Created', ...dayStat(circle.createdAt), icon: <IconCalendar {...iconProps()} /> },
          ]}
        />
      )}
      <div className={styles.circleColumns}>
        <div>
          {buying}
          {purchase}
          {conversation}
          {!isGathering && votingSummary}
          {!buying && circleStage(circle) !== 'ended' && <CircleProgress circle={circle} members={members} userId={userId} />}
          {isGathering && votingSummary}
        </div>
        <div>
          <Card padded={false} className={styles.circleWhere}>
            <CirclePlace circle={circle} />
            <div>
              <h2>About</h2>
              <p className={styles.circleAbout}>{circle.description}</p>
            </div>
          </Card>
          <FirstMembers circle={circle} members={members} userId={userId} />
          <Brokers circle={circle} />
        </div>
      </div>
    </>
  )
}

/** Uses the colour for the person's own things. */
function CirclePlace({ circle }: { circle: Circle }) {
  const tileUrl = useTileUrl()
  const { city, lat, lng } = circle.location
  return (
    <MiniMap
      place={lat !== null && lng !== null ? { lat, lng } : null}
      radiusMetres={metresOfMiles(circle.investmentCriteria.geographicRadius)}
      radiusPixels={44}
      kind="yours"
      label={`Map of ${city} with the circle’s radius`}
      tileUrl={tileUrl}
    />
  )
}

function FirstMembers({ circle, members, userId }: { circle: Circle; members: readonly Membership[]; userId: string }) {
  return (
    <Card>
      <h2>Members</h2>
      <ul className={styles.personList}>
        {inRingOrder(members)
          .slice(0, overviewMemberCount)
          .map((member, index) => (
            <li key={member._id}>
              <Avatar initial={member.user ? initialOf(member.user) : '?'} arc={index} />
              <span>
                <strong>
                  <bdi>{member.user ? fullName(member.user) : 'Member'}</bdi>
                </strong>
                {member.user?._id === userId && <span className={`${ringLegendStyles.youTag} ${styles.youTag}`}>You</span>}
                <span className={`small sub ${styles.second}`}>{memberLabel(member, circle.createdBy)}</span>
              </span>
            </li>
          ))}
      </ul>
    </Card>
  )
}

function Brokers({ circle }: { circle: Circle }) {
  const exclusive = circle.exclusiveAssignedBroker
  const brokers = exclusive ? [exclusive] : circle.assignedBrokers
  return (
    <Card>
      <h2>Brokers</h2>
      {brokers.length === 0 ? (
        <p className="sub">No brokers assigned to this circle yet.</p>
      ) : (
        <ul className={styles.personList}>
          {brokers.map((broker) => (
            <li key={broker._id ?? fullName(broker)}>
              <Avatar initial={initialOf(broker)} />
              <span>
                <strong>
                  <bdi>{fullName(broker)}</bdi>
                </strong>
                <span className={`small sub ${styles.second}`}>{exclusive ? 'Broker (Exclusive)' : 'Broker'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
