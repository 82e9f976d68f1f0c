import type { ReactNode } from 'react'

type ScrollRegionProps = { label: string; className: string | undefined; children: ReactNode }

const byKeyboard = { tabIndex: 0 }

/** Lets a wide table scroll on phones. Focusable, so that it can be scrolled by keyboard. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section className={className} aria-label={label} {...byKeyboard}>
      {children}
    </section>
  )
}
