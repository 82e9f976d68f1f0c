import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { formatMoney } from '#domain/money.ts'
import { ListingPicture } from '#web/api/listing-picture.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './dashboard.module.css'

export function PropertyTile({ property }: { property: Property }) {
  return (
    <Card padded={false} className={styles.propertyTile}>
      <ListingPicture imageKey={property.listingImg.imageUri} seed={property._id} />
      <div className={styles.propertyTileBody}>
        <h3>
          <Link to={paths.circleVoting(property.circle._id)}>{property.address}</Link>
        </h3>
        <p className="small sub">
          {property.city}, {property.state}
        </p>
        <p className={styles.propertyTileFoot}>
          <strong className="num">{formatMoney(property.price)}</strong>
          <span className="small muted">{property.circle.title}</span>
        </p>
      </div>
    </Card>
  )
}
