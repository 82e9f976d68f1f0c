import { Link } from 'react-router'
import type { Property } from '#contract/properties.ts'
import { formatMoney } from '#domain/money.ts'
import { ListingPicture } from '#web/api/listing-picture.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

export function PropertyTile({ property }: { property: Property }) {
  return (
    <Card padded={false} className="property-tile">
      <ListingPicture imageKey={property.listingImg.imageUri} seed={property._id} />
      <div className="property-tile-body">
        <h3>
          <Link to={paths.circleVoting(property.circle._id)}>{property.address}</Link>
        </h3>
        <p className="small sub">
          {property.city}, {property.state}
        </p>
        <p className="property-tile-foot">
          <strong className="num">{formatMoney(property.price)}</strong>
          <span className="small muted">{property.circle.title}</span>
        </p>
      </div>
    </Card>
  )
}
