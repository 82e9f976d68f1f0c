import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { isLocked } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'
import { Logo } from '#web/ui/layout/logo.tsx'
import { SidebarPlan } from '#web/ui/layout/sidebar-plan.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './app-frame.module.css'
import frameStyles from './frame.module.css'
import { isCurrent, type NavigationLink } from './links.ts'
import { Lock } from './lock.tsx'
import { OwnBanner } from './own-banner.tsx'
import { LoadingLine, ScreenOutlet, SkipLink } from './screen-outlet.tsx'

type AppFrameProps = {
  user: User | null
  home: string
  badge?: ReactNode
  /** The notice bell, before the user menu. */
  bell: ReactNode
  corner: ReactNode
  sidebar: ReactNode
  slim?: boolean
  tabs: readonly NavigationLink[]
  footer: ReactNode
}

/** On phones a tab bar at the bottom replaces the sidebar. */
export function AppFrame({ user, home, badge, bell, corner, sidebar, slim = false, tabs, footer }: AppFrameProps) {
  return (
    <div className={styles.root} data-slim={slim}>
      <SkipLink />
      <header className={styles.top}>
        <div className={styles.brand}>
          <Link
            className={frameStyles.home}
            to={home}
            aria-label={home === paths.findCircles ? 'Arcstead, find circles' : 'Arcstead, home'}
          >
            <Logo />
          </Link>
          {badge}
        </div>
        {bell}
        {corner}
      </header>
      <div className={styles.line}>
        <LoadingLine />
      </div>
      <aside className={styles.side}>
        {sidebar}
        <SidebarPlan />
      </aside>
      <div className={styles.body}>
        <main className={frameStyles.main} id="content" tabIndex={-1}>
          <div className={frameStyles.page}>
            <OwnBanner />
            <ScreenOutlet />
          </div>
        </main>
        {footer}
      </div>
      <TabBar links={tabs} user={user} />
    </div>
  )
}

function TabBar({ links, user }: { links: readonly NavigationLink[]; user: User | null }) {
  const { pathname } = useLocation()
  return (
    <nav className={styles.tabBar} aria-label="Tabs">
      {links.map((link) => (
        <Link key={link.text} to={link.href} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
          <link.icon {...iconProps(22)} />
          {link.text}
          {isLocked(link, user) && <Lock />}
        </Link>
      ))}
    </nav>
  )
}
