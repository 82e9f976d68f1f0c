import { IconMapPin } from '@tabler/icons-react'
import { searchRadius } from '#domain/criteria.ts'
import type { Near } from '#domain/search.ts'
import { iconProps } from '#web/ui/icon-props.ts'
import { SearchDropdown } from '#web/ui/search-dropdown.tsx'
import { searchPlaces } from './search.queries.ts'

type LocationFieldProps = { near: Near | undefined; onChange: (near: Near | undefined) => void }

/** Autocomplete by city. Another place keeps the radius that was set. */
export function LocationField({ near, onChange }: LocationFieldProps) {
  return (
    <SearchDropdown
      label="Location"
      placeholder="City"
      leftSection={<IconMapPin {...iconProps(19)} />}
      search={searchPlaces}
      value={near ? (near.city ?? 'Chosen place') : ''}
      onChoose={(place) =>
        onChange(place ? { lat: place.lat, lng: place.lng, city: place.name, radius: near?.radius ?? searchRadius.initial } : undefined)
      }
    />
  )
}
