import './app-frame.css'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { isLocked } from '#domain/gates.ts'
import { paths } from '#web/paths.ts'
import { iconProps } from '#web/ui/icon-props.ts'
import { Logo } from '#web/ui/logo.tsx'
import { SidebarPlan } from '#web/ui/sidebar-plan.tsx'
import { isCurrent, type NavigationLink } from './links.ts'
import { Lock } from './lock.tsx'
import { LoadingLine, ScreenOutlet, SkipLink } from './screen-outlet.tsx'

type AppFrameProps = {
  user: User | null
  home: string
  badge?: ReactNode
  /** One's notices, before the corner. */
  bell: ReactNode
  corner: ReactNode
  sidebar: ReactNode
  slim?: boolean
  tabs: readonly NavigationLink[]
  footer: ReactNode
}

/** Top bar, sidebar, screen and footer; on phones the sidebar gives way to a bar of tabs at the bottom. */
export function AppFrame({ user, home, badge, bell, corner, sidebar, slim = false, tabs, footer }: AppFrameProps) {
  return (
    <div className="app-frame" data-slim={slim}>
      <SkipLink />
      <header className="app-frame-top">
        <div className="app-frame-brand">
          <Link className="frame-home" to={home} aria-label={home === paths.findCircles ? 'Arcstead, find circles' : 'Arcstead, home'}>
            <Logo />
          </Link>
          {badge}
        </div>
        {bell}
        {corner}
      </header>
      <div className="app-frame-line">
        <LoadingLine />
      </div>
      <aside className="app-frame-side">
        {sidebar}
        <SidebarPlan />
      </aside>
      <div className="app-frame-body">
        <main className="frame-main" id="content" tabIndex={-1}>
          <div className="frame-page">
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
    <nav className="tab-bar" aria-label="Tabs">
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
