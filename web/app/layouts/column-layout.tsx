import { IconCompass } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import { useCurrentUser } from '#web/app/gates/current-user.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { Logo } from '#web/ui/layout/logo.tsx'
import styles from './column-layout.module.css'
import { Footer } from './footer.tsx'
import frameStyles from './frame.module.css'
import { accountLinks, adminGroupLinks, applicationLinks, brokerLinks, guestFooter, helpLink, type NavigationLink } from './links.ts'
import { NavLinks } from './nav-links.tsx'
import { OwnBanner } from './own-banner.tsx'
import { LoadingLine, ScreenOutlet, SkipLink } from './screen-outlet.tsx'
import slideInMenuStyles from './slide-in-menu.module.css'
import { SlideInMenu } from './slide-in-menu.tsx'
import { useSignInLinks } from './use-sign-in-links.ts'
import { UserCorner } from './user-corner.tsx'

// A separate chunk, because only the slide-in menu shows it.
const SchemeChoice = lazy(async () => ({ default: (await import('./scheme-choice.tsx')).SchemeChoice }))

const tagline = 'Real Estate Investment Circles'
const visitorLinks: readonly NavigationLink[] = [{ text: 'Find Circles', href: paths.findCircles, icon: IconCompass }, helpLink]

/** The public header: Login and Register for visitors, the avatar menu for signed-in people. */
function PublicHeader() {
  const { user, isVisitor } = useCurrentUser()
  const signInLinks = useSignInLinks()
  return (
    <div className={styles.publicHeader}>
      <header className={styles.publicHeaderInner}>
        <Link className={frameStyles.home} to={paths.findCircles} aria-label="Arcstead, find circles">
          <Logo />
        </Link>
        {user && <UserCorner user={user} greeting="none" />}
        {isVisitor && (
          <div className={styles.publicHeaderButtons}>
            <ActionButton variant="subtle" to={signInLinks.login}>
              Login
            </ActionButton>
            <ActionButton variant="outline" to={signInLinks.register}>
              Register
            </ActionButton>
          </div>
        )}
        <SlideInMenu side="right">
          <NavLinks title="Main" links={user ? (user.isBroker ? brokerLinks : applicationLinks) : visitorLinks} user={user} />
          {user && mayReadEverything(user) && <NavLinks title="Admin" links={adminGroupLinks} user={user} />}
          {user && <NavLinks title="Account" links={accountLinks} user={user} />}
          {isVisitor && (
            <div className={slideInMenuStyles.buttons}>
              <ActionButton variant="outline" to={signInLinks.login}>
                Login
              </ActionButton>
              <ActionButton to={signInLinks.register}>Register</ActionButton>
            </div>
          )}
          <Suspense fallback={<Bone height={86} radius={10} />}>
            <SchemeChoice />
          </Suspense>
        </SlideInMenu>
      </header>
      <LoadingLine />
    </div>
  )
}

/** Public pages. `wide` removes the maximum width, for Find Circles. */
export function ColumnLayout({ wide = false }: { wide?: boolean }) {
  return (
    <div className={styles.root} data-wide={wide}>
      <SkipLink />
      <PublicHeader />
      <main className={frameStyles.main} id="content" tabIndex={-1}>
        <div className={frameStyles.page}>
          <OwnBanner />
          <ScreenOutlet />
        </div>
      </main>
      <Footer links={guestFooter} tagline={tagline} />
    </div>
  )
}
