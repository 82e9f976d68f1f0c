import type { ReactNode } from 'react'
import styles from './card-grid.module.css'

type CardGridProps = {
  /** List items with one card each. */
  children: ReactNode
  /** Sets the number of columns on narrow screens, which depends on what the cards contain. */
  className: string | undefined
}

export function CardGrid({ children, className }: CardGridProps) {
  return <ul className={`${styles.root} ${className}`}>{children}</ul>
}
