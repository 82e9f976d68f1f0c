import type { ReactNode } from 'react'
import styles from './icon-disc.module.css'

type IconDiscProps = { children: ReactNode; tone: 'outline' | 'sunk' | 'evergreen'; size?: number; className?: string | undefined }

/** An icon in a circle, at the start of a row or a card. */
export const IconDisc = ({ children, tone, size = 36, className }: IconDiscProps) => (
  <span className={[styles.root, className].filter(Boolean).join(' ')} data-tone={tone} style={{ width: size, height: size }}>
    {children}
  </span>
)
