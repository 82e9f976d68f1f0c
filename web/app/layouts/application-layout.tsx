import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { paths } from '#contract/paths.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import { useCurrentUser } from '#web/app/gates/current-user.ts'
import { NoticeBell } from '#web/features/notices/notice-bell.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './app-frame.module.css'
import { AppFrame } from './app-frame.tsx'
import { Footer } from './footer.tsx'
import { accountLinks, adminGroupLinks, applicationFooter, applicationLinks, guestFooter, tabBarLinks } from './links.ts'
import { NavLinks } from './nav-links.tsx'
import { useSlimSidebar } from './sidebar-width.ts'
import { GuestButtons, UserCorner } from './user-corner.tsx'

/** Layout of members' pages. The sidebar can be collapsed to icons. */
export function ApplicationLayout() {
  const { user, isVisitor } = useCurrentUser()
  const { isSlim, toggle } = useSlimSidebar()
  const shared = { user, slim: isSlim }
  return (
    <AppFrame
      user={user}
      home={user ? paths.dashboard : paths.findCircles}
      bell={user && <NoticeBell userId={user._id} />}
      corner={user ? <UserCorner user={user} greeting="welcome" /> : isVisitor && <GuestButtons />}
      slim={isSlim}
      sidebar={
        <>
          {toggle && (
            <IconAction
              className={styles.sideToggle}
              label={isSlim ? 'Expand sidebar' : 'Collapse sidebar'}
              icon={isSlim ? <IconLayoutSidebarLeftExpand {...iconProps(20)} /> : <IconLayoutSidebarLeftCollapse {...iconProps(20)} />}
              onClick={toggle}
            />
          )}
          <NavLinks title="Main" links={applicationLinks} {...shared} />
          {user && mayReadEverything(user) && <NavLinks title="Admin" links={adminGroupLinks} {...shared} />}
          {!isVisitor && <NavLinks title="Account" links={accountLinks} {...shared} />}
        </>
      }
      tabs={tabBarLinks(applicationLinks)}
      footer={<Footer links={isVisitor ? guestFooter : applicationFooter} />}
    />
  )
}
