import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { searchRadius } from '#domain/criteria.ts'
import type { Near } from '#domain/search.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { LocationField } from './location-field.tsx'
import styles from './map-view.module.css'
import { RadiusField } from './radius-field.tsx'

type MapPanelProps = { near: Near | undefined; onChange: (near: Near | undefined) => void; onClear: () => void }

/** The radius can be set before a place is chosen. */
export function MapPanel({ near, onChange, onClear }: MapPanelProps) {
  const [isOpen, setOpen] = useState(true)
  const [wanted, setWanted] = useState<number>(searchRadius.initial)
  const radius = near?.radius ?? wanted
  const bodyId = useId()
  return (
    <section className={styles.mapPanel} aria-label="Search">
      <button className={styles.mapPanelHead} type="button" aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setOpen(!isOpen)}>
        <IconSearch {...iconProps(19)} />
        Search
        {isOpen ? <IconChevronUp {...iconProps(20)} /> : <IconChevronDown {...iconProps(20)} />}
      </button>
      <div id={bodyId} hidden={!isOpen}>
        <LocationField near={near} onChange={(place) => onChange(place && { ...place, radius })} />
        <RadiusField
          label="Search Radius"
          radius={radius}
          ends
          onChange={(miles) => {
            setWanted(miles)
            if (near) onChange({ ...near, radius: miles })
          }}
        />
        <ActionButton
          variant="subtle"
          fullWidth
          onClick={() => {
            setWanted(searchRadius.initial)
            onClear()
          }}
        >
          Clear All Filters
        </ActionButton>
      </div>
    </section>
  )
}
