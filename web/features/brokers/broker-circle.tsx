import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { shareAmount, shareCount } from '#domain/arcs.ts'
import { criterionText, notSet, withValues } from '#domain/criteria.ts'
import { memberLabel } from '#domain/membership.ts'
import { formatDollars } from '#domain/money.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { inRingOrder, ringArcs, ringLabel } from '#domain/ring.ts'
import { placeName } from '#web/api/places.ts'
import { CommittedHint } from '#web/shared/circle/committed-hint.tsx'
import { backToList } from '#web/shared/lists/last-list.ts'
import { ReportButton } from '#web/shared/report/report-button.tsx'
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
  documents: ReactNode
  conversation: ReactNode
  /** The steps of a purchase that are the broker's; null while the circle buys nothing. */
  purchase: ReactNode
}

/** Brokers see members' names only. */
export function BrokerCircle({ circle, members, brokerId, tab, onTab, properties, documents, conversation, purchase }: BrokerCircleProps) {
  const isExclusive = circle.exclusiveAssignedBroker?._id === brokerId
  return (
    <>
      <BackButton {...backToList('assignedCircles', paths.brokerCircles)} />
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
          <Tabs.Tab value="documents">Documents</Tabs.Tab>
          <Tabs.Tab value="members">Members</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview circle={circle} members={members} purchase={purchase} conversation={conversation} />
        </Tabs.Panel>
        <Tabs.Panel value="properties">{properties}</Tabs.Panel>
        <Tabs.Panel value="documents">{documents}</Tabs.Panel>
        <Tabs.Panel value="members">
          <Card>
            <ul className={styles.members}>
              {inRingOrder(members).map((member, index) => (
                <li key={member._id}>
                  <Avatar initial={member.user ? initialOf(member.user) : '?'} arc={index} />
                  <span>
                    <strong>
                      <bdi>{member.user ? fullName(member.user) : 'Member'}</bdi>
                    </strong>
                    <span className="small sub">{memberLabel(member, circle.createdBy)}</span>
                  </span>
                  {member.user?._id && <ReportButton kind="person" id={member.user._id} name={fullName(member.user)} size="icon" />}
                </li>
              ))}
            </ul>
          </Card>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

type OverviewProps = Pick<BrokerCircleProps, 'circle' | 'members' | 'conversation' | 'purchase'>

function Overview({ circle, members, conversation, purchase }: OverviewProps) {
  const criteria = circle.investmentCriteria
  const { totalTargetSize: target, minimumShareSize: size } = criteria
  return (
    <div className={styles.overview}>
      <div>
        {purchase}
        {conversation}
        <Card>
          <h2>What the circle looks for</h2>
          <dl className={factsStyles.root}>
            {withValues(criteria).map((criterion) => [
              <dt key={criterion.key}>{criterion.label}</dt>,
              <dd key={`${criterion.key} value`}>{criterionText(criterion)}</dd>,
            ])}
            <dt>Radius</dt>
            <dd>{criteria.geographicRadius} miles</dd>
          </dl>
        </Card>
      </div>
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
            <dd>{target ? formatDollars(target) : notSet}</dd>
            <dt>Raised</dt>
            <dd>{formatDollars(circle.currentInvestmentAmount)}</dd>
            <dt>Minimum share</dt>
            <dd>{target && size ? `${size} · ${formatDollars(shareAmount(target, shareCount(size)))}` : notSet}</dd>
          </dl>
          <CommittedHint />
        </Card>
        <Card>
          <h2>About</h2>
          <p className={styles.about}>{circle.description}</p>
        </Card>
      </div>
    </div>
  )
}
