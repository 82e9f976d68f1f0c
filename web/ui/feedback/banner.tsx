import type { ReactNode } from 'react'
import styles from './banner.module.css'

type BannerProps = { label: string; icon: ReactNode; children: ReactNode; action: ReactNode }

/** A reminder above the content of a screen: one sentence and what to do about it. */
export const Banner = ({ label, icon, children, action }: BannerProps) => (
  <section className={styles.root} aria-label={label}>
    {icon}
    <p>{children}</p>
    {action}
  </section>
)
