import type { ReactNode } from 'react'
import styles from './count-pill.module.css'

/** A number beside a heading or a tab: green for what is open, grey for what is done. */
export const CountPill = ({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) => (
  <span className={`${styles.root} num`} data-open={isOpen}>
    {children}
  </span>
)
