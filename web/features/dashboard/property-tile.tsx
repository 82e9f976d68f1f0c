import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { priceLine } from '#domain/listing.ts'
import { formatMoney } from '#domain/money.ts'
import { ListingPicture } from '#web/shared/listing/listing-picture.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './dashboard.module.css'

export function PropertyTile({ property }: { property: Property }) {
  return (
    <Card padded={false} className={styles.propertyTile}>
      <ListingPicture property={property} />
      <div className={styles.propertyTileBody}>
        <h3>
          <Link to={paths.circleVoting(property.circle._id)}>
            <bdi>{property.address}</bdi>
          </Link>
        </h3>
        <p className="small sub">{property.isHidden ? '' : `${property.city}, ${property.state}`}</p>
        <p className={styles.propertyTileFoot}>
          <strong className="num">{priceLine(property, formatMoney)}</strong>
          <span className="small muted">
            <bdi>{property.circle.title}</bdi>
          </span>
        </p>
      </div>
    </Card>
  )
}
