import { allZones, localZone } from '#domain/dates.ts'
import { SelectField, type SelectFieldProps } from '#web/ui/fields/select-field.tsx'

const textOf = (zone: string): string => zone.replaceAll('_', ' ')

const browsers = 'BROWSER'

type TimeZoneFieldProps = Pick<SelectFieldProps, 'name' | 'value' | 'onChange' | 'error'>

/** The zone in which the page, mails and statements write days and times. */
export function TimeZoneField({ value, onChange, ...rest }: TimeZoneFieldProps) {
  const here = localZone()
  // The account's name may be a spelling that only another browser uses.
  const zones = [...new Set([...allZones(), here, value])].sort()
  return (
    <SelectField
      label="Time zone"
      description="Dates and times on the page, in mails and in statements."
      options={[
        { value: browsers, text: `Your browser’s time zone (${textOf(here)})` },
        ...zones.map((zone) => ({ value: zone, text: textOf(zone) })),
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen === browsers ? here : chosen)}
      nullText={null}
      isSearchable
      {...rest}
    />
  )
}
