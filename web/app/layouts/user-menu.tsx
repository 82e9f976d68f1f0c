import '@mantine/core/styles/Menu.layer.css'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconChevronDown, IconLayoutDashboard } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { isLocked } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import { fullName } from '#domain/person.ts'
import { useMenuTypeAhead } from '#web/ui/fields/menu-type-ahead.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { adminGroupLinks, brokerLinks, helpLink, logoutLink, type NavigationLink, profileLink } from './links.ts'
import { Lock } from './lock.tsx'
import styles from './user-corner.module.css'

const schemes = [
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'auto', text: 'System' },
] as const

const dashboardLink: NavigationLink = { text: 'Dashboard', href: paths.dashboard, icon: IconLayoutDashboard }

/** The same in every layout, whatever links the layout shows. */
export function UserMenu({ user }: { user: User }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const typeAhead = useMenuTypeAhead()
  const homes = user.isBroker ? brokerLinks : [dashboardLink]
  return (
    <Menu width={232} offset={10} checkIcon={<IconCheck {...iconProps(18)} />} classNames={{ dropdown: styles.userMenu }}>
      <Menu.Target>
        <button className={styles.button} type="button" aria-label="Open user menu">
          <IconChevronDown {...iconProps(18)} />
        </button>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={typeAhead}>
        <div className={styles.userMenuWho}>
          <b>
            <bdi>{fullName(user)}</bdi>
          </b>
          <span>{user.email}</span>
        </div>
        {[...homes, profileLink].map((link) => (
          <MenuLink key={link.text} link={link} user={user} />
        ))}
        {mayReadEverything(user) && adminGroupLinks.map((link) => <MenuLink key={link.text} link={link} user={user} />)}
        <Menu.Divider />
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}>
          <Menu.Label>Appearance</Menu.Label>
          {schemes.map(({ value, text }) => (
            <Menu.RadioItem key={value} value={value}>
              {text}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <MenuLink link={helpLink} user={user} />
        <MenuLink link={logoutLink} user={user} />
      </Menu.Dropdown>
    </Menu>
  )
}

function MenuLink({ link, user }: { link: NavigationLink; user: User }) {
  return (
    <Menu.Item
      component={Link}
      to={link.href}
      leftSection={<link.icon {...iconProps(18)} />}
      {...(isLocked(link, user) && { rightSection: <Lock /> })}
    >
      {link.text}
    </Menu.Item>
  )
}
