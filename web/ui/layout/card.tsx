import type { ReactNode } from 'react'
import styles from './card.module.css'

type CardProps = {
  children: ReactNode
  as?: 'section' | 'article' | 'div'
  padded?: boolean
  className?: string | undefined
  'aria-label'?: string
}

/** Cards are never nested. */
export function Card({ children, as: Element = 'section', padded = true, className, ...aria }: CardProps) {
  return (
    <Element className={[styles.root, padded && styles.padded, className].filter(Boolean).join(' ')} {...aria}>
      {children}
    </Element>
  )
}

export function CardHeader({ title, aside, level: Heading = 'h2' }: { title: ReactNode; aside?: ReactNode; level?: 'h2' | 'h3' }) {
  return (
    <div className={styles.header}>
      <Heading>{title}</Heading>
      {aside}
    </div>
  )
}
