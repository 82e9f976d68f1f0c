import { IconMapPin } from '@tabler/icons-react'
import type { FoundPlace } from '#contract/locations.ts'
import { searchRadius } from '#domain/criteria.ts'
import type { Near } from '#domain/search.ts'
import { searchPlaces } from '#web/api/places.ts'
import { SearchDropdown } from '#web/ui/fields/search-dropdown.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

const nearTo = ({ lat, lng, city, stateCode }: FoundPlace, radius: number = searchRadius.initial): Near => ({
  lat,
  lng,
  radius,
  city: stateCode ? `${city}, ${stateCode}` : city,
})

type LocationFieldProps = { near: Near | undefined; onChange: (near: Near | undefined) => void }

/** Choosing another place keeps the radius. */
export function LocationField({ near, onChange }: LocationFieldProps) {
  return (
    <SearchDropdown
      label="Location"
      placeholder="City"
      leftSection={<IconMapPin {...iconProps(19)} />}
      search={searchPlaces}
      unchosenText="Please choose a place from the list."
      value={near ? (near.city ?? 'Chosen place') : ''}
      onChoose={(option) => onChange(option ? nearTo(option.place, near?.radius) : undefined)}
    />
  )
}
