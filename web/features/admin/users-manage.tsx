import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { formatDate } from '#domain/dates.ts'
import { countsAsVerified, fullName, statusLabel } from '#domain/person.ts'
import { useUser } from '#web/api/session.ts'
import { isVersionConflict } from '#web/api/version-conflict.ts'
import { VerificationBadge } from '#web/shared/verification/verification-badge.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { useReloadChoice } from '#web/ui/form/reload-choice.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import styles from './admin-users.module.css'
import { type SaveUser, useSaveUser } from './users.queries.ts'
import { UserForm } from './users-form.tsx'
import { UserPreferences } from './users-preferences.tsx'
import { UserSuspension } from './users-suspension.tsx'
import { NoRequestPanel, VerificationPanel } from './users-verification.tsx'

/** Nobody can change their own flags. */
export function ManageUser({ user, onReload }: { user: User; onReload: () => Promise<void> }) {
  const isSelf = useUser()?._id === user._id
  const saveUser = useSaveUser(user)
  const { watch, dialog } = useReloadChoice(isVersionConflict, () => void onReload())
  const save: SaveUser = (change) => watch(saveUser(change))
  return (
    <>
      <BackButton to={user.isBroker ? paths.adminBrokers : paths.adminUsers} />
      <PageHeading
        subtitle={
          <span className={styles.badges}>
            {fullName(user)}
            <Badge>{user.role}</Badge>
            <VerificationBadge user={user} />
            {!user.emailConfirmed && <Badge kind="outline">E-mail not confirmed</Badge>}
            {user.status !== 'active' && <Badge kind="outline">{statusLabel(user.status)}</Badge>}
          </span>
        }
      >
        Manage User
      </PageHeading>
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
              <dd>{formatDate(user.createdAt)}</dd>
              <dt>Updated</dt>
              <dd>{formatDate(user.updatedAt)}</dd>
            </dl>
            {!isSelf && <UserSuspension user={user} save={save} />}
          </Card>
        </div>
      </div>
      {dialog}
    </>
  )
}
