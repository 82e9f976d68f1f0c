import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="dev-parts-section">
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
