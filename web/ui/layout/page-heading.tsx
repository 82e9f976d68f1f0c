import { createContext, type ReactNode, use } from 'react'
import styles from './page-heading.module.css'

type PageHeadingProps = {
  children: ReactNode
  /** A status beside the title. */
  aside?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
}

/** What every page says beside its title: of when it is. Set by the app. */
export const HeadingNote = createContext<ReactNode>(null)

/** For pages whose title is not a PageHeading. */
export const ShownHeadingNote = () => use(HeadingNote)

export function PageHeading({ children, aside, subtitle, actions }: PageHeadingProps) {
  return (
    <div className={styles.root}>
      <div className={styles.words}>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{children}</h1>
          {aside}
          <ShownHeadingNote />
        </div>
        {subtitle && <div className={`lead ${styles.subtitle}`}>{subtitle}</div>}
      </div>
      {actions && (
        <div className={styles.actions} data-no-print>
          {actions}
        </div>
      )}
    </div>
  )
}

/** After a navigation the new page's heading gets the focus, so that keyboard and screen reader users start there. */
export const focusPageHeading = () => document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true })
