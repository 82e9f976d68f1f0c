import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './picture-card.module.css'

type PictureCardProps = {
  /** One element, cropped to the card's width. */
  picture: ReactNode
  children: ReactNode
  bodyClassName: string | undefined
  /** Below the body, over the full width. */
  footer?: ReactNode
}

/** The body takes the remaining height, so that the footers of cards in a row are aligned. */
export function PictureCard({ picture, children, bodyClassName, footer }: PictureCardProps) {
  return (
    <Card as="article" padded={false} className={styles.root}>
      {picture}
      <div className={`${styles.body} ${bodyClassName}`}>{children}</div>
      {footer}
    </Card>
  )
}
