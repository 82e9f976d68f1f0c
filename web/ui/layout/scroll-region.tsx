import type { ReactNode } from 'react'

type ScrollRegionProps = { label: string; className: string | undefined; children: ReactNode }

const byKeyboard = { tabIndex: 0 }

/** A table wider than a phone scrolls in here; the keyboard reaches it too, since nothing inside could take the focus. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section className={className} aria-label={label} {...byKeyboard}>
      {children}
    </section>
  )
}
