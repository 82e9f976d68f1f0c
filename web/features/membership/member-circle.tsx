import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { IconCircleCheck, IconCrown, IconEyeOff, IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import type { CircleRelation } from '#domain/may/circle.ts'
import { visibilityLabel } from '#domain/membership.ts'
import type { Stage } from '#domain/stages.ts'
import { placeName } from '#web/api/places.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { CountPill } from '#web/ui/layout/count-pill.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CircleMenu, type CircleMenuItem } from './circle-menu.tsx'
import { FinancialsTab } from './financials-tab.tsx'
import styles from './member-circle.module.css'
import { MembersTab } from './members-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { useChosenTabInView } from './use-chosen-tab-in-view.ts'

const circleTabs = ['overview', 'vote', 'motions', 'documents', 'members', 'financials', 'book'] as const
type CircleTab = (typeof circleTabs)[number]

type MemberCircleProps = {
  circle: Circle
  members: readonly Membership[]
  userId: string
  relation: CircleRelation
  tab: CircleTab
  onTab: (tab: CircleTab) => void
  stage: Stage
  menu: readonly CircleMenuItem[]
  /** Rendered by the page, because stages, voting and motions are other features. */
  stageLine: ReactNode
  voteTab: ReactNode
  /** Absent while the circle has no motions and cannot have any. `waiting` of them wait for the reader's vote. */
  motions: { readonly waiting: number; readonly tab: ReactNode } | null
  /** Absent while arcs are free. `waiting` documents wait for the reader's signature. */
  documents: { readonly waiting: number; readonly tab: ReactNode } | null
  /** Absent until the circle has begun to buy. */
  book: ReactNode
  votingSummary: ReactNode
  /** While the circle buys, and what it has bought or given up. */
  buying: ReactNode
  purchase: ReactNode
  /** Above everything on Overview: an owner's first steps, a new member's welcome. */
  overviewTop: ReactNode
  conversation: ReactNode
  /** Further owner settings and invitations, rendered by the page. */
  ownerTools: ReactNode
  invitations: ReactNode
}

export const isCircleTab = (text: string | null): text is CircleTab => circleTabs.some((tab) => tab === text)

export function MemberCircle({
  circle,
  members,
  userId,
  relation,
  tab,
  onTab,
  stage,
  menu,
  stageLine,
  voteTab,
  motions,
  documents,
  book,
  votingSummary,
  buying,
  purchase,
  overviewTop,
  conversation,
  ownerTools,
  invitations,
}: MemberCircleProps) {
  const place = placeName(circle.location)
  // An ended circle is only read.
  const isEnded = stage === 'ended'
  const tabRow = useChosenTabInView(tab, `${motions?.waiting} ${documents?.waiting} ${book !== null}`)
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
            <Badge kind="evergreen" icon={relation.isOwner ? <IconCrown {...iconProps(16)} /> : <IconCircleCheck {...iconProps(16)} />}>
              {relation.isOwner ? 'Owner' : 'Member'}
            </Badge>
            {circle.hideCircle && <Badge icon={<IconEyeOff {...iconProps(15)} />}>{visibilityLabel(circle)}</Badge>}
            <CircleMenu items={menu} />
          </>
        }
      >
        {circle.title}
      </PageHeading>
      {stageLine}
      <Tabs value={tab} onChange={(value) => isCircleTab(value) && onTab(value)} keepMounted={false} className={styles.circleTabs}>
        <Tabs.List ref={tabRow}>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="vote">Vote on Properties</Tabs.Tab>
          {motions && (
            <Tabs.Tab value="motions">
              Motions
              {motions.waiting > 0 && (
                <CountPill isOpen>
                  {motions.waiting}
                  <span className="visually-hidden"> open for you</span>
                </CountPill>
              )}
            </Tabs.Tab>
          )}
          {documents && (
            <Tabs.Tab value="documents">
              Documents
              {documents.waiting > 0 && (
                <CountPill isOpen>
                  {documents.waiting}
                  <span className="visually-hidden"> to sign</span>
                </CountPill>
              )}
            </Tabs.Tab>
          )}
          <Tabs.Tab value="members">Members</Tabs.Tab>
          <Tabs.Tab value="financials">Financials</Tabs.Tab>
          {book && <Tabs.Tab value="book">Book</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="overview">
          {overviewTop}
          <OverviewTab
            circle={circle}
            members={members}
            userId={userId}
            isGathering={stage === 'gathering'}
            votingSummary={votingSummary}
            buying={buying}
            purchase={purchase}
            conversation={conversation}
          />
        </Tabs.Panel>
        <Tabs.Panel value="vote">{voteTab}</Tabs.Panel>
        {motions && <Tabs.Panel value="motions">{motions.tab}</Tabs.Panel>}
        {documents && <Tabs.Panel value="documents">{documents.tab}</Tabs.Panel>}
        <Tabs.Panel value="members">
          <MembersTab
            circle={circle}
            members={members}
            userId={userId}
            relation={relation}
            isEnded={isEnded}
            ownerTools={ownerTools}
            invitations={isEnded ? null : invitations}
          />
        </Tabs.Panel>
        <Tabs.Panel value="financials">
          <FinancialsTab circle={circle} members={members} userId={userId} isEnded={isEnded} />
        </Tabs.Panel>
        {book && <Tabs.Panel value="book">{book}</Tabs.Panel>}
      </Tabs>
    </>
  )
}
