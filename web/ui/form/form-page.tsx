import type { ReactNode } from 'react'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import styles from './form-page.module.css'

/** A page that consists of one form. */
export function FormPage({ title, subtitle, children }: { title: ReactNode; subtitle?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.root}>
      <PageHeading subtitle={subtitle}>{title}</PageHeading>
      <Card className={styles.sheet}>{children}</Card>
    </div>
  )
}
