import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { acts } from '#web/api/facts.ts'
import { sessionQuery } from '#web/api/session.ts'
import { OfflineFailure } from '#web/shared/waiting/offline-failure.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { DeleteAccountCard } from './delete-account.tsx'
import { DigestCard } from './digest-card.tsx'
import { ExportCard } from './export-card.tsx'
import { MailsCard } from './mails-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import styles from './profile.module.css'
import { profileQuery } from './profile.queries.ts'
import { ProfileForm } from './profile-form.tsx'
import { PushesCard } from './pushes-card.tsx'
import { SavedSearchesCard } from './saved-searches-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function ProfileScreen() {
  const queryClient = useQueryClient()
  const cache = useCache()
  const { data: user, isPending, refetch } = useQuery(profileQuery)
  const onSaved = (saved: User) => {
    queryClient.setQueryData(profileQuery.queryKey, saved)
    queryClient.setQueryData(sessionQuery.queryKey, saved)
    void cache.invalidate(acts.profileSaved)
    if (saved.timeZone !== user?.timeZone) void cache.invalidate(acts.timeZoneChosen)
  }
  if (isPending) return <PageSkeleton />
  if (!user) {
    return (
      <OfflineFailure
        title="Your profile could not be loaded. Please try again."
        words="Your profile can be opened when you are back."
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <PageHeading subtitle="Who you are, and what you would like to invest in.">User Profile</PageHeading>
      <div className={styles.root}>
        <ProfileForm user={user} onSaved={onSaved} />
        <div className={styles.side}>
          <SecurityCard user={user} onSaved={onSaved} />
          <PasskeysCard />
          <DigestCard />
          <MailsCard />
          <PushesCard />
          <SavedSearchesCard userId={user._id} />
          <SessionsCard />
          <ExportCard />
          <DeleteAccountCard userId={user._id} />
        </div>
      </div>
    </>
  )
}
