import { useState } from 'react'
import { longestPlaceName, type Point } from '#domain/distance.ts'
import { mapStart } from '#domain/map.ts'
import { useTileUrl } from '#web/api/map-tiles.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { MapCredits } from '#web/ui/map/map-credits.tsx'
import { MapPicker } from '#web/ui/map/map-picker.tsx'
import styles from './place.module.css'

export type ChosenPlace = { readonly city: string; readonly state: string | null; readonly lat: number | null; readonly lng: number | null }

type SetOnMapProps = { onUse: (place: ChosenPlace) => void; onCancel: () => void }

/** About a metre; more digits would suggest false precision. */
const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000

/** For a place that is not in the list: a name and a point on the map. */
export function SetOnMap({ onUse, onCancel }: SetOnMapProps) {
  const tileUrl = useTileUrl()
  const [name, setName] = useState('')
  const [at, setAt] = useState<Point>(mapStart.center)
  const use = () => onUse({ city: name.trim(), state: null, lat: rounded(at.lat), lng: rounded(at.lng) })
  if (tileUrl === undefined) return null
  return (
    <fieldset
      className={styles.root}
      onKeyDown={(event) => {
        // Enter must confirm this place and not submit the surrounding form.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        if (name.trim()) use()
      }}
    >
      <legend className="label">Set the place on the map</legend>
      <TextField label="Name of the place" required maxLength={longestPlaceName} value={name} onChange={setName} />
      <MapPicker label="Map to set the place on" start={mapStart.center} zoom={mapStart.zoom} tileUrl={tileUrl} onMove={setAt} />
      <MapCredits hasTiles={Boolean(tileUrl)} />
      <div className={styles.actions}>
        <ActionButton variant="outline" onClick={onCancel}>
          Cancel
        </ActionButton>
        <ActionButton onClick={use} disabled={name.trim() === ''}>
          Use this place
        </ActionButton>
      </div>
    </fieldset>
  )
}
