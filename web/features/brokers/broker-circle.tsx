import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { shareAmount, shareCount } from '#domain/arcs.ts'
import { investmentPurposes, labelOf, labelsOf, ownershipStructures, propertyConditions, propertyTypes } from '#domain/choices.ts'
import { roomRangeText } from '#domain/criteria.ts'
import { memberLabel } from '#domain/membership.ts'
import { formatDollars, formatMoney } from '#domain/money.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { inRingOrder, ringArcs, ringLabel } from '#domain/ring.ts'
import { placeName } from '#web/api/places.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './brokers.module.css'

type BrokerCircleProps = {
  circle: Circle
  members: readonly Membership[]
  brokerId: string
  tab: string
  onTab: (tab: string) => void
  /** Rendered by the page, which composes the features. */
  properties: ReactNode
}

/** Brokers see members' names only. */
export function BrokerCircle({ circle, members, brokerId, tab, onTab, properties }: BrokerCircleProps) {
  const isExclusive = circle.exclusiveAssignedBroker?._id === brokerId
  return (
    <>
      <BackButton to={paths.brokerCircles} />
      <PageHeading
        subtitle={
          <span className={styles.place}>
            <IconMapPin {...iconProps(20)} /> {placeName(circle.location)}
          </span>
        }
        actions={<Badge kind="evergreen">{isExclusive ? 'Exclusive broker' : 'Assigned broker'}</Badge>}
      >
        {circle.title}
      </PageHeading>
      <Tabs value={tab} onChange={(value) => value && onTab(value)} keepMounted={false} className={styles.tabs}>
        <Tabs.List>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="properties">Properties</Tabs.Tab>
          <Tabs.Tab value="members">Members</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview circle={circle} members={members} />
        </Tabs.Panel>
        <Tabs.Panel value="properties">{properties}</Tabs.Panel>
        <Tabs.Panel value="members">
          <Card>
            <ul className={styles.members}>
              {inRingOrder(members).map((member, index) => (
                <li key={member._id}>
                  <Avatar initial={member.user ? initialOf(member.user) : '?'} arc={index} />
                  <span>
                    <strong>{member.user ? fullName(member.user) : 'Member'}</strong>
                    <span className="small sub">{memberLabel(member, circle.createdBy)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Overview({ circle, members }: { circle: Circle; members: readonly Membership[] }) {
  const criteria = circle.investmentCriteria
  const { totalTargetSize: target, minimumShareSize: size, propertyInvestmentRange: range } = criteria
  const listed = (words: readonly string[]) => words.join(', ') || 'Any'
  return (
    <div className={styles.overview}>
      <Card>
        <h2>What the circle looks for</h2>
        <dl className={factsStyles.root}>
          <dt>Property types</dt>
          <dd>{listed(labelsOf(propertyTypes, criteria.propertyTypes))}</dd>
          <dt>Condition</dt>
          <dd>{listed(labelsOf(propertyConditions, criteria.propertyCondition))}</dd>
          <dt>Purpose</dt>
          <dd>{listed(labelsOf(investmentPurposes, criteria.investmentPurpose))}</dd>
          <dt>Investment range</dt>
          <dd>{range ? `${formatMoney(range.min)} - ${range.max === 'any' ? 'any' : formatMoney(range.max)}` : 'Any'}</dd>
          <dt>Bedrooms</dt>
          <dd>{criteria.bedrooms ? roomRangeText(criteria.bedrooms) : 'Any'}</dd>
          <dt>Bathrooms</dt>
          <dd>{criteria.bathrooms ? roomRangeText(criteria.bathrooms) : 'Any'}</dd>
          <dt>Radius</dt>
          <dd>{criteria.geographicRadius} miles</dd>
          <dt>Ownership structure</dt>
          <dd>{criteria.ownershipStructure ? labelOf(ownershipStructures, criteria.ownershipStructure) : 'Any'}</dd>
        </dl>
      </Card>
      <div>
        <Card className={styles.ring}>
          <ArcRing
            size={240}
            target={target}
            arcs={ringArcs(members)}
            openPrices={circle.openArcPrices}
            label={ringLabel(circle.percentFunded, circle.memberCount)}
          />
          <dl className={`${factsStyles.root} num`}>
            <dt>Target</dt>
            <dd>{target ? formatDollars(target) : 'Not set'}</dd>
            <dt>Raised</dt>
            <dd>{formatDollars(circle.currentInvestmentAmount)}</dd>
            <dt>Minimum share</dt>
            <dd>{target && size ? `${size} · ${formatDollars(shareAmount(target, shareCount(size)))}` : 'Not set'}</dd>
          </dl>
        </Card>
        <Card>
          <h2>About</h2>
          <p className={styles.cardAbout}>{circle.description}</p>
        </Card>
      </div>
    </div>
  )
}
