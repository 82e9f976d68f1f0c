import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { type GateUser, isLocked } from '#contract/gates.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { isCurrent, type NavigationLink } from './links.ts'
import { Lock } from './lock.tsx'
import styles from './nav-links.module.css'

// A separate chunk, because few people collapse the sidebar.
const LinkTooltip = lazy(async () => ({ default: (await import('./link-tooltip.tsx')).LinkTooltip }))

type NavLinksProps = {
  title: string
  links: readonly NavigationLink[]
  user: GateUser | null
  /** Icons only, with the labels as tooltips. */
  slim?: boolean
  onFollow?: () => void
  /** How much waits behind a link, by its address. */
  counts?: Readonly<Record<string, number>>
}

/** One titled group of a sidebar. Links that need verification have a lock and lead to the waiting page. */
export function NavLinks({ title, links, user, slim = false, onFollow, counts = {} }: NavLinksProps) {
  const { pathname } = useLocation()
  return (
    <nav className={styles.root} aria-label={title} data-slim={slim}>
      <h2>{title}</h2>
      {links.map((link) => {
        const shown = (
          <Link
            key={link.text}
            to={link.href}
            aria-current={isCurrent(link, pathname) ? 'page' : undefined}
            data-locked={isLocked(link, user)}
            {...(onFollow && { onClick: onFollow })}
          >
            <link.icon {...iconProps(20)} />
            <span className={styles.text}>{link.text}</span>
            {Boolean(counts[link.href]) && <span className={`${styles.count} num`}>{counts[link.href]}</span>}
            {isLocked(link, user) && <Lock />}
          </Link>
        )
        if (!slim) return shown
        return (
          <Suspense key={link.text} fallback={shown}>
            <LinkTooltip label={link.text}>{shown}</LinkTooltip>
          </Suspense>
        )
      })}
    </nav>
  )
}
