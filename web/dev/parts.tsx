import '@mantine/core/styles/Tabs.layer.css'
import { Tabs, useMantineColorScheme } from '@mantine/core'
import { IconBan, IconCalendar, IconCircleCheck, IconEye, IconTargetArrow, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { VoteBars } from '#web/shared/vote/vote-bars.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { GlobalLoadingLine } from '#web/ui/feedback/global-loading-line.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { CardSkeleton, Loading, PageSkeleton, TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { FilePreview } from '#web/ui/fields/file-preview.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Logo } from '#web/ui/layout/logo.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { PictureFrame } from '#web/ui/layout/picture-frame.tsx'
import { SidebarPlan } from '#web/ui/layout/sidebar-plan.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './parts.module.css'
import { DevButtons } from './parts-buttons.tsx'
import { DevFields } from './parts-fields.tsx'
import { DevRings } from './parts-rings.tsx'
import { Section } from './parts-section.tsx'
import { DevTable } from './parts-table.tsx'

const pictures = ['1-city-terrace', '2-suburban-street', '3-lakeside-cabin', '4-warehouse-conversion'].map((name) => `/art/${name}.svg`)

/** Every component in every state, for visual checks. Only in development. */
export function DevParts() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [busy, setBusy] = useState(true)
  return (
    <>
      <GlobalLoadingLine active={busy} />
      <div className={styles.root}>
        <div className={styles.top}>
          <Logo />
          <ActionButton variant="outline" onClick={() => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark')}>
            {colorScheme === 'dark' ? 'Light' : 'Dark'}
          </ActionButton>
        </div>
        <PageHeading
          subtitle="Real Estate Investment Circles"
          actions={
            <ActionButton variant="subtle" onClick={() => setBusy(!busy)}>
              Loading line
            </ActionButton>
          }
        >
          Parts
        </PageHeading>
        <DevRings />
        <DevButtons />
        <DevFields />
        <Section title="Figures">
          <StatStrip
            stats={[
              { key: 'members', label: 'Members', value: '5', icon: <IconUsers {...iconProps(17)} /> },
              { key: 'target', label: 'Investment target', value: '$900,000', icon: <IconTargetArrow {...iconProps(17)} /> },
              { key: 'created', label: 'Created', value: '14', unit: 'September 2026', icon: <IconCalendar {...iconProps(17)} /> },
              { key: 'veto', label: 'Veto', value: '3', icon: <IconBan {...iconProps(17)} />, tone: 'veto' },
            ]}
          />
          <div style={{ height: 24 }} />
          <div className={styles.grid}>
            <Card>
              <VoteBars
                bars={[
                  {
                    key: 'invest',
                    label: 'Ready to Invest',
                    percent: 75,
                    tone: 'invest',
                    icon: <IconCircleCheck {...iconProps(18)} />,
                    isTop: true,
                  },
                  { key: 'watch', label: 'Watch List', percent: 25, tone: 'watch', icon: <IconEye {...iconProps(18)} /> },
                  { key: 'veto', label: 'Veto', percent: 0, tone: 'veto', icon: <IconBan {...iconProps(18)} /> },
                ]}
              />
            </Card>
            <Card>
              <ProgressBar percent={75} label="Funded" />
              <div style={{ display: 'flex', gap: 12, marginTop: 20 }}>
                <Avatar initial="M" filled />
                <Avatar initial="T" arc={0} />
                <Avatar initial="P" arc={2} />
                <Avatar initial="D" />
              </div>
              <Tabs defaultValue="overview" mt={20}>
                <Tabs.List>
                  <Tabs.Tab value="overview">Overview</Tabs.Tab>
                  <Tabs.Tab value="members">Members</Tabs.Tab>
                  <Tabs.Tab value="financials">Financials</Tabs.Tab>
                </Tabs.List>
              </Tabs>
            </Card>
            <div className={styles.plan}>
              <SidebarPlan />
            </div>
          </div>
        </Section>
        <DevTable />
        <Section title="Empty, error, loading">
          <div className={styles.grid}>
            <Card>
              <EmptyState
                title="No Circles Found"
                action={
                  <ActionButton variant="outline" onClick={() => {}}>
                    Clear all
                  </ActionButton>
                }
              >
                Try a wider radius or fewer filters.
              </EmptyState>
            </Card>
            <Card>
              <FailureState title="Failed to load investment circles. Please try again." onRetry={() => {}} />
            </Card>
            <Loading>
              <CardSkeleton />
            </Loading>
          </div>
          <div style={{ height: 24 }} />
          <TableSkeleton rows={3} />
          <div style={{ height: 24 }} />
          <PageSkeleton />
        </Section>
        <Section title="File previews">
          <div className={styles.grid}>
            <FilePreview file={{ url: '/art/4-warehouse-conversion.svg', contentType: 'image/svg+xml', name: 'mill.svg' }} />
            <FilePreview file={{ url: '/missing.png', contentType: 'image/png', name: 'missing.png' }} />
            <FilePreview file={null} />
            <FilePreview file={null} failed />
            <FilePreview file={{ url: '/art/mark.svg', contentType: 'text/csv', name: 'statement.csv' }} />
          </div>
        </Section>
        <Section title="Background pictures">
          <div className={styles.pictureFrame}>
            <PictureFrame pictures={pictures} tagline="Real Estate Investment Circles" home={<Logo kind="pill" />}>
              <h1>Sign In</h1>
              <p className="sub">The sheet.</p>
            </PictureFrame>
          </div>
        </Section>
      </div>
    </>
  )
}
