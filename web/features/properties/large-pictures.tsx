import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Property } from '#contract/properties.ts'
import { StoredPicture } from '#web/shared/listing/listing-picture.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './property-gallery.module.css'

type LargePicturesProps = {
  keys: readonly string[]
  property: Property
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

/** One picture at a time, as large as fits; buttons and arrow keys lead to the others, around the ends. */
export function LargePictures({ keys, property, index, onIndex, onClose }: LargePicturesProps) {
  const { address } = property
  const count = keys.length
  const step = (by: number) => onIndex((index + by + count) % count)
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  })
  const imageKey = keys[index]
  if (imageKey === undefined) return null
  return (
    <Dialog opened onClose={onClose} width={1100} title={address}>
      <div className={styles.large}>
        <StoredPicture key={imageKey} imageKey={imageKey} property={property} alt={`${address}, picture ${index + 1} of ${count}`} />
      </div>
      <div className={styles.steps}>
        {count > 1 && <IconAction label="Previous picture" icon={<IconChevronLeft {...iconProps(22)} />} onClick={() => step(-1)} />}
        <p className="small sub num" role="status">
          Picture {index + 1} of {count}
        </p>
        {count > 1 && <IconAction label="Next picture" icon={<IconChevronRight {...iconProps(22)} />} onClick={() => step(1)} />}
      </div>
    </Dialog>
  )
}
