import { Link } from 'react-router'
import { copyrightYear } from '#domain/dates.ts'
import styles from './footer.module.css'
import type { FooterLink } from './links.ts'

export function Footer({ links, tagline }: { links: readonly FooterLink[]; tagline?: string }) {
  return (
    <footer className={styles.root} data-no-print>
      <div className={styles.inner}>
        <span>
          Arcstead © {copyrightYear(new Date())}
          {tagline && ` · ${tagline}`}
        </span>
        <nav aria-label="Footer">
          {links.map(({ text, href }) => (
            <Link key={text} to={href}>
              {text}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
