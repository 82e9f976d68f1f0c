import { Tabs } from '@mantine/core'
import { IconCircleCheck, IconEyeOff, IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import type { CircleRelation } from '#domain/circle-relation.ts'
import { visibilityLabel } from '#domain/membership.ts'
import { placeName } from '#web/api/places.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { FinancialsTab } from './financials-tab.tsx'
import styles from './member-circle.module.css'
import { MembersTab } from './members-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'

export type CircleTab = 'overview' | 'vote' | 'members' | 'financials'

type MemberCircleProps = {
  circle: Circle
  members: readonly Membership[]
  userId: string
  relation: CircleRelation
  tab: CircleTab
  onTab: (tab: CircleTab) => void
  /** Rendered by the page, because voting is another feature. */
  voteTab: ReactNode
  votingSummary: ReactNode
  /** Further owner settings and invitations, rendered by the page. */
  ownerTools: ReactNode
  invitations: ReactNode
}

const isTab = (text: string | null): text is CircleTab =>
  text === 'overview' || text === 'vote' || text === 'members' || text === 'financials'

export function MemberCircle(props: MemberCircleProps) {
  const { circle, members, userId, relation, tab, onTab, voteTab, votingSummary, ownerTools, invitations } = props
  const place = placeName(circle.location)
  return (
    <>
      <BackButton to={paths.dashboard} />
      <PageHeading
        subtitle={
          <span className={styles.circlePlace}>
            <IconMapPin {...iconProps(20)} /> {place}
          </span>
        }
        actions={
          <>
            <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(16)} />}>
              Member
            </Badge>
            {circle.hideCircle && <Badge icon={<IconEyeOff {...iconProps(15)} />}>{visibilityLabel(circle)}</Badge>}
            {relation.isOwner && (
              <ActionButton variant="outline" to={paths.changeCircle(circle._id)}>
                Edit Circle
              </ActionButton>
            )}
          </>
        }
      >
        {circle.title}
      </PageHeading>
      <Tabs value={tab} onChange={(value) => isTab(value) && onTab(value)} keepMounted={false} className={styles.circleTabs}>
        <Tabs.List>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="vote">Vote on Properties</Tabs.Tab>
          <Tabs.Tab value="members">Members</Tabs.Tab>
          <Tabs.Tab value="financials">Financials</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab circle={circle} members={members} userId={userId} votingSummary={votingSummary} />
        </Tabs.Panel>
        <Tabs.Panel value="vote">{voteTab}</Tabs.Panel>
        <Tabs.Panel value="members">
          <MembersTab
            circle={circle}
            members={members}
            userId={userId}
            relation={relation}
            ownerTools={ownerTools}
            invitations={invitations}
          />
        </Tabs.Panel>
        <Tabs.Panel value="financials">
          <FinancialsTab circle={circle} members={members} userId={userId} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
