import { TextInput } from '@mantine/core'
import { momentOf, wallTimeOf, zoneNameAt } from '#domain/dates.ts'
import type { FieldProps } from '#web/ui/fields/field-props.ts'
import { useZone } from './zone.tsx'

type DateTimeFieldProps = FieldProps & {
  /** An ISO time, or null. */
  value: string | null
  onChange: (value: string | null) => void
}

/** Edits a moment in the viewer's time zone, which it names; `onChange` receives an ISO time. */
export function DateTimeField({ value, onChange, required = false, ...rest }: DateTimeFieldProps) {
  const zone = useZone()
  const zoneName = zoneNameAt(value ?? new Date(), zone)
  return (
    <TextInput
      type="datetime-local"
      value={value === null ? '' : wallTimeOf(value, zone)}
      onChange={(event) => onChange(momentOf(event.currentTarget.value, zone)?.toISOString() ?? null)}
      rightSection={<span className="small sub">{zoneName}</span>}
      rightSectionWidth="5.5em"
      aria-description={`In the time zone ${zoneName}`}
      withAsterisk={required}
      aria-required={required}
      {...rest}
    />
  )
}
