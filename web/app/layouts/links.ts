import {
  type Icon,
  IconBriefcase,
  IconBug,
  IconChartDonut2,
  IconCirclePlus,
  IconCompass,
  IconFlag,
  IconHelp,
  IconHistory,
  IconLayoutDashboard,
  IconLogout,
  IconMail,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { areaPattern, areas, paths } from '#contract/paths.ts'

/** `covers`: other screens during which this link is marked as current. */
export type NavigationLink = { readonly text: string; readonly href: string; readonly icon: Icon; readonly covers?: RegExp }
export type FooterLink = { readonly text: string; readonly href: string }

export const applicationLinks: readonly NavigationLink[] = [
  {
    text: 'Dashboard',
    href: paths.dashboard,
    icon: IconLayoutDashboard,
    // Only its members see a circle at this address.
    covers: areaPattern(paths.circle(''), paths.addProperty('')),
  },
  {
    text: 'Find Circles',
    href: paths.findCircles,
    icon: IconCompass,
    covers: areaPattern(paths.findCirclesLong, paths.circlePublic(''), paths.joinCircle('')),
  },
  { text: 'Create Circle', href: paths.createCircle, icon: IconCirclePlus },
]

export const profileLink: NavigationLink = { text: 'My Profile', href: paths.profile, icon: IconUser }
export const helpLink: NavigationLink = { text: 'Help', href: paths.help, icon: IconHelp }
export const logoutLink: NavigationLink = { text: 'Logout', href: paths.logout, icon: IconLogout }
export const accountLinks: readonly NavigationLink[] = [profileLink, logoutLink]

/** The admin group in the application's sidebar. */
export const adminGroupLinks: readonly NavigationLink[] = [
  { text: 'User Management', href: paths.adminUsers, icon: IconUsers },
  { text: 'Circle Management', href: paths.adminCircles, icon: IconChartDonut2 },
]

/** The sidebar of the admin area. */
export const adminAreaLinks: readonly NavigationLink[] = [
  { text: 'Users', href: paths.adminUsers, icon: IconUsers, covers: areaPattern(paths.adminManageUser('')) },
  {
    text: 'Circles',
    href: paths.adminCircles,
    icon: IconChartDonut2,
    covers: areaPattern(paths.adminCircle(''), paths.adminManageCircle(''), paths.adminManageProperty('')),
  },
  { text: 'Brokers', href: paths.adminBrokers, icon: IconBriefcase, covers: areaPattern(paths.adminNewBroker) },
]

export const oversightLinks: readonly NavigationLink[] = [
  { text: 'Overview', href: paths.admin, icon: IconLayoutDashboard },
  { text: 'Reports', href: paths.adminReports, icon: IconFlag, covers: areaPattern(paths.adminReport('')) },
  { text: 'Crash Reports', href: paths.adminCrashReports, icon: IconBug, covers: areaPattern(paths.adminCrashReport('')) },
  { text: 'Audit Log', href: paths.adminAuditLog, icon: IconHistory },
  { text: 'Mail Outbox', href: paths.adminMails, icon: IconMail },
]

export const brokerLinks: readonly NavigationLink[] = [
  { text: 'Your Circles', href: paths.brokerCircles, icon: IconChartDonut2, covers: areaPattern(areas.broker, paths.circle('')) },
]

/** The tab bar on phones has room for four links. */
export const tabBarLinks = (links: readonly NavigationLink[]): readonly NavigationLink[] => [...links, profileLink].slice(0, 4)

export const isCurrent = ({ href, covers }: NavigationLink, pathname: string): boolean =>
  pathname === href || (href !== paths.findCircles && pathname === `${href}/`) || (covers?.test(pathname) ?? false)

export const applicationFooter: readonly FooterLink[] = [
  { text: 'Home', href: paths.dashboard },
  { text: 'Logout', href: paths.logout },
  { text: 'Terms & Conditions', href: paths.terms },
]
export const guestFooter: readonly FooterLink[] = [
  { text: 'Find Circles', href: paths.findCircles },
  helpLink,
  { text: 'Terms & Conditions', href: paths.terms },
]
export const adminFooter: readonly FooterLink[] = [
  { text: 'Home', href: paths.findCircles },
  { text: 'Logout', href: paths.logout },
]
export const brokerFooter: readonly FooterLink[] = [
  { text: 'Home', href: paths.dashboard },
  { text: 'Logout', href: paths.logout },
]
