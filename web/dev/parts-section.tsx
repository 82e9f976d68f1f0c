import type { ReactNode } from 'react'
import styles from './parts.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export function Shown({ as, children }: { as: string; children: ReactNode }) {
  return (
    <figure>
      {children}
      <figcaption>{as}</figcaption>
    </figure>
  )
}
