import { Tooltip } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { type GateUser, isLocked } from '#contract/gates.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { isCurrent, type NavigationLink } from './links.ts'
import { Lock } from './lock.tsx'
import styles from './nav-links.module.css'

type NavLinksProps = {
  title: string
  links: readonly NavigationLink[]
  user: GateUser | null
  /** Icons only, with the labels as tooltips. */
  slim?: boolean
  onFollow?: () => void
}

/** One titled group of a sidebar. Links that need verification have a lock and lead to the waiting page. */
export function NavLinks({ title, links, user, slim = false, onFollow }: NavLinksProps) {
  const { pathname } = useLocation()
  return (
    <nav className={styles.root} aria-label={title} data-slim={slim}>
      <h2>{title}</h2>
      {links.map((link) => (
        <Tooltip key={link.text} label={link.text} position="right" disabled={!slim} events={{ hover: true, focus: true, touch: false }}>
          <Link
            to={link.href}
            aria-current={isCurrent(link, pathname) ? 'page' : undefined}
            data-locked={isLocked(link, user)}
            {...(onFollow && { onClick: onFollow })}
          >
            <link.icon {...iconProps(20)} />
            <span className={styles.text}>{link.text}</span>
            {isLocked(link, user) && <Lock />}
          </Link>
        </Tooltip>
      ))}
    </nav>
  )
}
