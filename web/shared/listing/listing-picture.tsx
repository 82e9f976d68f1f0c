import { IconPhotoOff } from '@tabler/icons-react'
import type { Property } from '#contract/properties.ts'
import { useStoredFile } from '#web/api/files.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './listing-picture.module.css'

type Listed = Pick<Property, 'address' | 'city' | 'state'>

/** A property's first picture, or its address. No alt text, because the address beside it names the property. */
export function ListingPicture({ property }: { readonly property: Listed & Pick<Property, 'listingImg'> }) {
  const { imageUri } = property.listingImg
  return imageUri ? <StoredPicture imageKey={imageUri} property={property} /> : <NoPicture property={property}>no picture yet</NoPicture>
}

type StoredPictureProps = { readonly imageKey: string; readonly property?: Listed; readonly alt?: string }

export function StoredPicture({ imageKey, property, alt = '' }: StoredPictureProps) {
  const { file, failed, onBroken } = useStoredFile(imageKey)
  if (failed) return <NoPicture {...(property && { property })}>picture not available</NoPicture>
  return file ? <img className="picture" src={file.url} alt={alt} loading="lazy" onError={onBroken} /> : <span className="picture" />
}

/** Text in the place of a picture; small frames show only the sign. */
function NoPicture({ property, children }: { readonly property?: Listed; readonly children: string }) {
  return (
    <span className={styles.root}>
      <span className={styles.inner}>
        <IconPhotoOff {...iconProps(26)} />
        {property && (
          <b className={styles.address}>
            <bdi>{property.address}</bdi>
          </b>
        )}
        <span className={`small ${styles.place}`}>{property ? `${property.city}, ${property.state} · ${children}` : children}</span>
      </span>
    </span>
  )
}
