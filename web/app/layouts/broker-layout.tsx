import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/app/gates/current-user.ts'
import { NoticeBell } from '#web/features/notices/notice-bell.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { AppFrame } from './app-frame.tsx'
import { Footer } from './footer.tsx'
import { brokerFooter, brokerLinks } from './links.ts'
import { NavLinks } from './nav-links.tsx'
import { useNarrowWindow } from './sidebar-width.ts'
import { UserCorner } from './user-corner.tsx'

export function BrokerLayout() {
  const { user } = useCurrentUser()
  const isNarrow = useNarrowWindow()
  return (
    <AppFrame
      user={user}
      home={paths.brokerCircles}
      badge={<Badge>Broker</Badge>}
      bell={user && <NoticeBell userId={user._id} />}
      corner={user && <UserCorner user={user} greeting="welcome" />}
      slim={isNarrow}
      sidebar={<NavLinks title="Main" links={brokerLinks} user={user} slim={isNarrow} />}
      tabs={brokerLinks}
      footer={<Footer links={brokerFooter} />}
    />
  )
}
