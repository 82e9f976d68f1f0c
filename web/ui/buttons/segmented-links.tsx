import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './segmented-links.module.css'

type SegmentedLink = { readonly to: string; readonly text: string; readonly icon: ReactNode; readonly isCurrent: boolean }

/** Two or three views of the same data, each with its own URL. */
export function SegmentedLinks({ label, links }: { label: string; links: readonly SegmentedLink[] }) {
  return (
    <nav className={styles.root} aria-label={label}>
      {links.map(({ to, text, icon, isCurrent }) => (
        <Link key={text} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {icon}
          {text}
        </Link>
      ))}
    </nav>
  )
}
