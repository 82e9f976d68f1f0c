import type { ReactNode } from 'react'
import { ScrollRegion } from '#web/ui/layout/scroll-region.tsx'
import styles from './guide-screen.module.css'

/** With enlarged text a table may be wider than a phone; it then scrolls, and not the page. */
export const GuideTable = ({ children }: { children: ReactNode }) => (
  <ScrollRegion label="Table" className={styles.table}>
    <table>{children}</table>
  </ScrollRegion>
)
