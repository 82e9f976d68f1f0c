import {
  IconBuildingCommunity,
  IconChartDonut,
  IconCirclePlus,
  IconCloudOff,
  IconCoins,
  IconCompass,
  IconCurrentLocation,
  IconMapPin,
} from '@tabler/icons-react'
import { usePrefetchQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import type { ownMembership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { isActiveListing } from '#domain/listing.ts'
import { formatMoney } from '#domain/money.ts'
import { dashboardCircleCount, dashboardPropertyCount } from '#domain/pages.ts'
import { myMembershipsQuery, myPropertiesQuery } from '#web/api/circles.ts'
import { useIsOnline } from '#web/api/connection.ts'
import { followsQuery } from '#web/api/follows.ts'
import { useUser } from '#web/api/session.ts'
import { owingQuery } from '#web/shared/calls/calls.queries.ts'
import { WhatIOwe } from '#web/shared/calls/what-i-owe.tsx'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { StageMini } from '#web/shared/circle/stage-mini.tsx'
import { needsQuery } from '#web/shared/needs/needs.queries.ts'
import { NeedsYou } from '#web/shared/needs/needs-you.tsx'
import { pastCirclesQuery } from '#web/shared/past-circles/past-circles.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { isLeadCard } from '#web/ui/layout/lead-cards.ts'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CircleGauge } from './circle-gauge.tsx'
import styles from './dashboard.module.css'
import { FollowedCircles } from './followed-circles.tsx'
import { PastCircles } from './past-circles.tsx'
import { PropertyTile } from './property-tile.tsx'

type OwnMembership = z.infer<typeof ownMembership>

export function DashboardScreen() {
  const user = useUser()
  return user && <Dashboard user={user} />
}

function Dashboard({ user }: { user: User }) {
  const [needs, owing, follows, past] = [needsQuery(user._id), owingQuery(user._id), followsQuery(user._id), pastCirclesQuery(user._id)]
  // Asked for together with the rest, and waited for: what arrived later would move it. What cannot be loaded does not keep the page back.
  usePrefetchQuery(needs)
  usePrefetchQuery(owing)
  usePrefetchQuery(follows)
  usePrefetchQuery(past)
  const { data: memberships } = useSuspenseQuery(myMembershipsQuery(user._id))
  const { data: properties } = useSuspenseQuery(myPropertiesQuery(user._id))
  const isOffline = !useIsOnline()
  // Not `isLoading`, which is true again whenever a part of the page asks once more for what failed.
  const areAsked = [useQuery(needs).isFetched, useQuery(owing).isFetched, useQuery(follows).isFetched, useQuery(past).isFetched]
  if (areAsked.includes(false)) return <PageSkeleton />
  const invested = memberships.reduce((sum, membership) => sum + membership.investmentAmount, 0)
  return (
    <>
      <PageHeading
        subtitle="Your property investment dashboard"
        actions={
          <div className={styles.quickActions}>
            <h2 className="label">Quick Actions</h2>
            <div>
              <ActionButton variant="outline" to={paths.findCircles} leftSection={<IconCompass {...iconProps(18)} />}>
                Find New Circles
              </ActionButton>
              <ActionButton to={paths.createCircle} leftSection={<IconCirclePlus {...iconProps(18)} />}>
                Create Circle
              </ActionButton>
            </div>
          </div>
        }
      >
        Welcome, <bdi>{user.firstName}</bdi>
      </PageHeading>
      <NeedsYou userId={user._id} />
      <WhatIOwe userId={user._id} />
      <StatStrip
        large
        stats={[
          { key: 'circles', label: 'Your Circles', value: memberships.length, icon: <IconChartDonut {...iconProps(18)} /> },
          {
            key: 'properties',
            label: 'Active Properties',
            value: properties.filter((property) => isActiveListing(property.listingStatus)).length,
            icon: <IconBuildingCommunity {...iconProps(18)} />,
          },
          { key: 'invested', label: 'Your Investments', value: formatMoney(invested), icon: <IconCoins {...iconProps(18)} /> },
        ]}
      />
      <YourCircles memberships={memberships} />
      <FollowedCircles userId={user._id} />
      <PastCircles userId={user._id} />
      <section className={styles.section}>
        <h2>Properties In Your Circles</h2>
        {properties.length === 0 ? (
          <EmptyState title="No properties yet" level="h3">
            Properties that members and brokers bring to your circles appear here.
          </EmptyState>
        ) : (
          <CardGrid className={styles.properties}>
            {properties.slice(0, dashboardPropertyCount).map((property) => (
              <li key={property._id}>
                <PropertyTile property={property} />
              </li>
            ))}
          </CardGrid>
        )}
      </section>
      {isOffline && (
        <IconNote className={styles.offline} icon={<IconCloudOff {...iconProps(16)} />}>
          Your dashboard, circles and motions can be read as you last saw them. Other pages need a connection.
        </IconNote>
      )}
    </>
  )
}

function YourCircles({ memberships }: { memberships: readonly OwnMembership[] }) {
  const [isWhole, showWhole] = useState(false)
  const shown = isWhole ? memberships : memberships.slice(0, dashboardCircleCount)
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>Your Investment Circles</h2>
        {memberships.length > dashboardCircleCount && (
          <ActionButton variant="subtle" data-flush="end" onClick={() => showWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? 'Show Less' : 'View All'}
          </ActionButton>
        )}
      </div>
      {memberships.length === 0 ? (
        <EmptyState
          title="No circles yet"
          level="h3"
          action={
            <ActionButton variant="outline" to={paths.findCircles}>
              Find New Circles
            </ActionButton>
          }
        >
          Join a circle or create your own: what you hold appears here.
        </EmptyState>
      ) : (
        <CardGrid className={styles.circles}>
          {shown.map((membership, index) => (
            <li key={membership._id} data-lead={isLeadCard(index, shown.length)}>
              <MiniCard membership={membership} isLead={isLeadCard(index, shown.length)} />
            </li>
          ))}
        </CardGrid>
      )}
    </section>
  )
}

function MiniCard({ membership, isLead }: { membership: OwnMembership; isLead: boolean }) {
  const { circle } = membership
  return (
    <Card padded className={styles.miniCard}>
      <div>
        <h3>
          <Link to={paths.circle(circle._id)}>
            <bdi>{circle.title}</bdi>
          </Link>
        </h3>
        <p className={styles.miniCardFacts}>
          <span>
            <IconMapPin {...iconProps(18)} /> {circle.location.city}
          </span>
          <span>
            <IconCurrentLocation {...iconProps(18)} /> {circle.investmentCriteria.geographicRadius} mi
          </span>
        </p>
        <StageMini stage={circleStage(circle)} />
      </div>
      <CircleGauge circle={circle} size={isLead ? 88 : 64} />
    </Card>
  )
}
