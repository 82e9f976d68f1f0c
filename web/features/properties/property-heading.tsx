import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Property } from '#contract/properties.ts'
import { formatDollars } from '#domain/money.ts'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './property-page-parts.module.css'

/** The address, the place and the price. */
export function PropertyHeading({ property, action }: { property: Property; action?: ReactNode }) {
  return (
    <PageHeading
      subtitle={
        <span className={styles.place}>
          <IconMapPin {...iconProps(20)} /> {property.city}, {property.state} {property.zipCode}
        </span>
      }
      actions={
        <>
          <p className={`${styles.price} num`}>{formatDollars(property.price)}</p>
          {action}
        </>
      }
    >
      {property.address}
    </PageHeading>
  )
}
