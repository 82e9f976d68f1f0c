import type { ReactNode } from 'react'
import styles from './side-columns.module.css'

type SideColumnsProps = {
  main: ReactNode
  side: ReactNode
  /** The side column stays in view beside a long main column. */
  stickySide?: boolean
  className?: string | undefined
}

/** A wide column of cards and a narrow one beside it; one below the other where there is no room. */
export const SideColumns = ({ main, side, stickySide = false, className }: SideColumnsProps) => (
  <div className={[styles.root, className].filter(Boolean).join(' ')} data-sticky-side={stickySide}>
    <div>{main}</div>
    <div>{side}</div>
  </div>
)
