import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { useSignInLinks } from './use-sign-in-links.ts'
import styles from './user-corner.module.css'

// A separate chunk, because visitors have no menu.
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }))

// A separate chunk, because visitors and most people have no picture.
const OwnPicture = lazy(async () => ({ default: (await import('./own-picture.tsx')).OwnPicture }))

/** The picture or initial links to the profile; the arrow opens the menu. */
export function UserCorner({ user, greeting }: { user: User; greeting: 'welcome' | 'name' | 'none' }) {
  return (
    <div className={styles.root} data-greeting={greeting}>
      <Link
        className={styles.person}
        to={paths.profile}
        aria-label={`${greeting === 'welcome' ? 'Welcome ' : ''}${isolate(fullName(user))}, My Profile`}
      >
        {greeting === 'welcome' && (
          <span>
            Welcome{' '}
            <b>
              <bdi>{fullName(user)}</bdi>
            </b>
          </span>
        )}
        {greeting === 'name' && (
          <span>
            <b>
              <bdi>{user.firstName}</bdi>
            </b>
          </span>
        )}
        {user.profileImageKey ? (
          <Suspense fallback={<Avatar initial={initialOf(user)} filled />}>
            <OwnPicture key={user.profileImageKey} fileKey={user.profileImageKey} initial={initialOf(user)} />
          </Suspense>
        ) : (
          <Avatar initial={initialOf(user)} filled />
        )}
      </Link>
      <Suspense fallback={<span className={styles.button} />}>
        <UserMenu user={user} />
      </Suspense>
    </div>
  )
}

export function GuestButtons() {
  const signInLinks = useSignInLinks()
  return (
    <div className={styles.guestButtons}>
      <ActionButton variant="subtle" to={signInLinks.login}>
        Sign In
      </ActionButton>
      <ActionButton variant="outline" to={signInLinks.register}>
        Sign Up
      </ActionButton>
    </div>
  )
}
