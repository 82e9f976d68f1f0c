import { IconMapPin } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { placeName, savedPlaceName, searchPlaces } from '#web/api/places.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { SearchDropdown } from '#web/ui/fields/search-dropdown.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './place.module.css'
import type { ChosenPlace } from './set-on-map.tsx'

// A separate chunk, because most places are in the list.
const SetOnMap = lazy(async () => ({ default: (await import('./set-on-map.tsx')).SetOnMap }))

type PlaceFieldProps = {
  label: string
  name?: string
  required?: boolean
  error?: ReactNode
  place: ChosenPlace | null
  onChange: (place: ChosenPlace | null) => void
}

/** A place from the list, or one set on the map if the list does not have it. */
export function PlaceField({ label, name, required = false, error, place, onChange }: PlaceFieldProps) {
  const [isOnMap, setOnMap] = useState(false)
  return (
    <div>
      <SearchDropdown
        label={label}
        {...(name && { name })}
        required={required}
        placeholder="Search for a city"
        leftSection={<IconMapPin {...iconProps(19)} />}
        search={searchPlaces}
        value={placeName(place)}
        onChoose={(option) => onChange(savedPlaceName(option))}
        error={error}
        unchosenText="Please choose a place from the list, or set it on the map."
      />
      {isOnMap ? (
        <Suspense fallback={<Bone height={320} radius={10} />}>
          <SetOnMap
            onCancel={() => setOnMap(false)}
            onUse={(chosen) => {
              setOnMap(false)
              onChange(chosen)
            }}
          />
        </Suspense>
      ) : (
        <ActionButton className={styles.other} variant="subtle" size="compact-md" onClick={() => setOnMap(true)}>
          Not in the list? Set it on the map
        </ActionButton>
      )}
    </div>
  )
}
