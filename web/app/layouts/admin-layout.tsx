import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/app/gates/current-user.ts'
import { needsQuery } from '#web/shared/needs/needs.queries.ts'
import { Logo } from '#web/ui/layout/logo.tsx'
import { SidebarPlan } from '#web/ui/layout/sidebar-plan.tsx'
import styles from './admin-layout.module.css'
import { Footer } from './footer.tsx'
import frameStyles from './frame.module.css'
import { adminAreaLinks, adminFooter, oversightLinks } from './links.ts'
import { NavLinks } from './nav-links.tsx'
import { LoadingLine, ScreenOutlet, SkipLink } from './screen-outlet.tsx'
import { SlideInMenu } from './slide-in-menu.tsx'
import { UserCorner } from './user-corner.tsx'

/** The dark green sidebar distinguishes the admin area from the members' pages. */
export function AdminLayout() {
  const { user } = useCurrentUser()
  const { data: needs } = useQuery({ ...needsQuery(user?._id ?? ''), enabled: user !== null })
  const reports = needs?.items.find(({ kind }) => kind === 'report')?.count ?? 0
  const links = (
    <>
      <NavLinks title="Admin" links={adminAreaLinks} user={user} />
      <NavLinks title="Oversight" links={oversightLinks} user={user} counts={{ [paths.adminReports]: reports }} />
    </>
  )
  return (
    <div className={styles.root}>
      <SkipLink />
      <aside className={styles.adminSide} data-tone="evergreen">
        <Link className={frameStyles.home} to={paths.findCircles} aria-label="Arcstead, find circles">
          <Logo kind="onDark" />
        </Link>
        {links}
        <SidebarPlan />
      </aside>
      <div className={styles.adminTop}>
        <header className={styles.adminTopInner}>
          <div>
            <SlideInMenu side="left" tone="evergreen">
              {links}
            </SlideInMenu>
          </div>
          {user && <UserCorner user={user} greeting="name" />}
        </header>
        <LoadingLine />
      </div>
      <div className={styles.body}>
        <main className={frameStyles.main} id="content" tabIndex={-1}>
          <div className={frameStyles.page}>
            <ScreenOutlet />
          </div>
        </main>
        <Footer links={adminFooter} />
      </div>
    </div>
  )
}
