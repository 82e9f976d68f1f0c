import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { AdminUser } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { countsAsVerified } from '#domain/may/person.ts'
import { fullName, initialOf, statusLabel } from '#domain/person.ts'
import { isVersionConflict } from '#web/api/api-error.ts'
import { useUser } from '#web/api/session.ts'
import { filteredPeopleLabel } from '#web/shared/lists/filtered-people.ts'
import { backToList } from '#web/shared/lists/last-list.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { NextPerson } from '#web/shared/verification/next-person.tsx'
import { VerificationBadge } from '#web/shared/verification/verification-badge.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { useReloadChoice } from '#web/ui/form/reload-choice.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { CountPill } from '#web/ui/layout/count-pill.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import styles from './admin-users.module.css'
import { type SaveUser, useSaveUser } from './users.queries.ts'
import { UserAuditTab } from './users-audit-tab.tsx'
import { circlesOfPersonQuery, UserCirclesTab } from './users-circles-tab.tsx'
import { UserForm } from './users-form.tsx'
import { UserPreferences } from './users-preferences.tsx'
import { UserSessionsTab, userSessionsQuery } from './users-sessions-tab.tsx'
import { UserSuspension } from './users-suspension.tsx'
import { NoRequestPanel, UndoPanel, VerificationPanel } from './users-verification.tsx'

type PersonProps = { user: AdminUser; onReload: () => Promise<void> }

const tabValues = ['details', 'circles', 'sessions', 'audit'] as const
type Tab = (typeof tabValues)[number]

/** A person: details, circles, sessions and rows of the audit log. The tab is in the address, so that Back returns to it. */
export function ManageUser({ user, onReload }: PersonProps) {
  const [query, setQuery] = useSearchParams()
  const tab: Tab = tabValues.find((value) => value === query.get('tab')) ?? 'details'
  const open = (value: string | null) =>
    setQuery(value === null || value === 'details' ? {} : { tab: value }, { replace: true, preventScrollReset: true })
  const { data: circles } = useQuery(circlesOfPersonQuery(user._id))
  const { data: sessions } = useQuery(userSessionsQuery(user._id))
  const label = filteredPeopleLabel()
  return (
    <>
      <BackButton {...(label && { label })} {...backToList('people', user.isBroker ? paths.adminBrokers : paths.adminUsers)} />
      <div className={styles.person}>
        <Avatar initial={initialOf(user)} size={56} />
        <PageHeading
          actions={
            <>
              <span className={styles.badges}>
                <Badge>{user.role}</Badge>
                <VerificationBadge user={user} />
                {!user.emailConfirmed && <Badge kind="outline">E-mail not confirmed</Badge>}
                <Badge kind={user.status === 'active' ? 'neutral' : 'outline'}>{statusLabel(user.status)}</Badge>
              </span>
              <NextPerson userId={user._id} />
            </>
          }
          subtitle={user.email}
        >
          {fullName(user)}
        </PageHeading>
      </div>
      <Tabs value={tab} onChange={open} keepMounted={false} className={styles.tabs}>
        <Tabs.List>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          <Tabs.Tab value="circles" rightSection={circles && <CountPill isOpen={tab === 'circles'}>{circles.length}</CountPill>}>
            Circles
          </Tabs.Tab>
          <Tabs.Tab value="sessions" rightSection={sessions && <CountPill isOpen={tab === 'sessions'}>{sessions.length}</CountPill>}>
            Sessions
          </Tabs.Tab>
          <Tabs.Tab value="audit">Audit</Tabs.Tab>
        </Tabs.List>
        {/* Stays mounted, so that what is typed is not lost by looking at another tab. */}
        <Tabs.Panel value="details" keepMounted>
          <Details user={user} onReload={onReload} />
        </Tabs.Panel>
        <Tabs.Panel value="circles">
          <UserCirclesTab user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <UserSessionsTab user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <UserAuditTab user={user} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** Nobody can change their own flags. */
function Details({ user, onReload }: PersonProps) {
  const isSelf = useUser()?._id === user._id
  const saveUser = useSaveUser(user)
  const { watch, dialog } = useReloadChoice(isVersionConflict, () => void onReload())
  const save: SaveUser = (change) => watch(saveUser(change))
  return (
    <>
      {user.isVerified && <UndoPanel user={user} onUndone={() => void onReload()} />}
      <div className={styles.manage}>
        <UserForm user={user} isSelf={isSelf} save={save} />
        <div className={styles.side}>
          {user.verificationRequested && !user.isVerified && <VerificationPanel user={user} isSelf={isSelf} />}
          {!user.verificationRequested && !countsAsVerified(user) && <NoRequestPanel user={user} />}
          <UserPreferences user={user} />
          <Card>
            <h2>Account</h2>
            <dl className={factsStyles.root}>
              <dt>Status</dt>
              <dd>{statusLabel(user.status)}</dd>
              <dt>Created</dt>
              <dd>
                <Day at={user.createdAt} />
              </dd>
              <dt>Updated</dt>
              <dd>
                <Day at={user.updatedAt} />
              </dd>
            </dl>
            {!isSelf && <UserSuspension user={user} save={save} />}
          </Card>
        </div>
      </div>
      {dialog}
    </>
  )
}
