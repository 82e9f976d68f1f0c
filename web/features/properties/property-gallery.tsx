import { IconPhoto } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Property } from '#contract/properties.ts'
import { ListingPicture, StoredPicture } from '#web/shared/listing/listing-picture.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './property-gallery.module.css'

const LargePictures = lazy(async () => ({ default: (await import('./large-pictures.tsx')).LargePictures }))

/** How many pictures stand side by side on wide screens; phones scroll through all. */
const sideBySide = 3

/** A property's pictures; each opens the larger view. The frames have fixed sizes, so that nothing moves when pictures arrive. */
export function PropertyGallery({ property }: { property: Property }) {
  const [opened, open] = useState<number | null>(null)
  const { pictures } = property
  const count = pictures.length
  if (count === 0) {
    return (
      <div className={styles.root} data-count={1}>
        <div className={styles.frame}>
          <ListingPicture property={property} />
        </div>
      </div>
    )
  }
  return (
    <>
      <section className={styles.gallery} aria-label={count === 1 ? '1 picture' : `${count} pictures`}>
        <ul className={styles.root} data-count={Math.min(count, sideBySide)}>
          {pictures.map(({ imageUri }, index) => (
            <li key={imageUri} className={styles.frame}>
              <button
                type="button"
                className={styles.open}
                aria-label={`Enlarge picture ${index + 1} of ${count}`}
                onClick={() => open(index)}
              >
                <StoredPicture imageKey={imageUri} property={property} />
              </button>
            </li>
          ))}
        </ul>
        {count > 1 && (
          <button type="button" className={styles.all} onClick={() => open(0)}>
            <IconPhoto {...iconProps(18)} />
            All {count}
          </button>
        )}
      </section>
      {opened !== null && (
        <Suspense>
          <LargePictures
            keys={pictures.map(({ imageUri }) => imageUri)}
            property={property}
            index={Math.min(opened, count - 1)}
            onIndex={open}
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </>
  )
}
