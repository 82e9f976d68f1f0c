import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Property } from '#contract/properties.ts'
import { placeLine, priceLine } from '#domain/listing.ts'
import { formatDollars } from '#domain/money.ts'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './property-page-parts.module.css'

/** The address, the place and the price. */
export function PropertyHeading({ property, action }: { property: Property; action?: ReactNode }) {
  return (
    <PageHeading
      subtitle={
        !property.isHidden && (
          <span className={styles.place}>
            <IconMapPin {...iconProps(20)} /> {placeLine(property)}
          </span>
        )
      }
      actions={
        <>
          <p className={`${styles.price} num`}>{priceLine(property, formatDollars)}</p>
          {action}
        </>
      }
    >
      {property.address}
    </PageHeading>
  )
}
